package com.acme

data class Point(val x: Int, var y: Int)

interface Shape : Drawable {
    val sides: Int
    fun area(): Double
}

enum class Color(val code: Int) {
    RED(1),
    GREEN(2);

    fun label() = name.lowercase()
}

sealed class Result {
    object None : Result()
    data class Some(val value: Int) : Result()
}

object Registry {
    fun register(shape: Shape) {}
}

typealias Handler = (Int) -> Unit
