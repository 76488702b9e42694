package shop

import shop.text.shorten

fun Thing.own() = 1

class Page(val title: String) {
    fun show(thing: Thing): String {
        thing.own()
        thing.trim()
        return title.shorten()
    }
}
