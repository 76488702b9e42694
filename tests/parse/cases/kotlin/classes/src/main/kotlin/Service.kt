package com.acme.app

import com.acme.base.Base
import com.acme.util.Other as Helper
import com.acme.star.*

/** Serves things. */
@Service
abstract class Server<T : Any>(private val repo: Repo, name: String = "x") : Base<T>(name), Runnable {
    val count: Int = 0
    private var cache = mutableMapOf<String, T>()
    lateinit var late: Thing
    val title: String
        get() = repo.title()

    init {
        setup()
    }

    constructor(size: Int) : this(Repo(), "y")

    /** Runs. */
    override fun run(items: List<T>): T? {
        for (item in items) {
            item.check()?.report()
        }
        val made = Thing(1)
        return made.let { it.use() }
    }

    abstract fun stop()

    companion object {
        const val LIMIT = 3
        fun create() = Server(1)
    }
}
