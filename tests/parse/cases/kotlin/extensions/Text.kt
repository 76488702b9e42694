package shop.text

/** Makes it short. */
fun String.shorten(): String = trim()

fun List<Int>.trim() = this
