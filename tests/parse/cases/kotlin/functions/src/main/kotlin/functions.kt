package com.acme

const val TOP = 1

fun String.shout(times: Int): String = repeat(times)

fun <T> each(vararg items: T, action: (T) -> Unit) {
    items.forEach { action(it) }
    val found: Thing = lookup(items)!!.first() as Thing
    if (found is Other) {
        found.other()
    }
}
