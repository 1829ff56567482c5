@file:JvmName("Hard")

package com.example

import a.b.C
import a.b.*
import x.y.Long as Short

typealias Handler = (Int) -> Unit

const val LIMIT = 10
val names = listOf(
    "a",
    "b",
    "c",
)
val cached by lazy {
    val x = load()
    x.trim()
}

/** The first. */
var String.head: Char
    get() = this[0]
    set(value) {
        store(value)
        notify(value)
    }

/**
 * Keeps things.
 *
 * @param T what is kept
 */
@Serializable
sealed class Store<T : Any>(
    val size: Int,
    private var name: String = "",
    plain: Int,
) : Base<T>(size), Named by plain, Closeable where T : Comparable<T> {
    companion object {
        const val DEFAULT = 1
        fun make(): Store<Int> = Small()
    }

    init {
        check(size > 0)
        register(this)
    }

    constructor(size: Int) : this(size, "", 1) {
        prepare()
        prepare()
    }

    inner class Cursor {
        val at: Int get() = 1
    }

    override suspend fun <R> map(
        block: suspend (T) -> R,
    ): R {
        fun local(x: Int) = x + 1
        return block(local(1))
    }

    fun `with spaces`() = runTest {
        val a = 1
        assert(a)
    }

    enum class Color(val code: Int) : Named {
        RED(1) {
            override fun label() = "r"
        },

        /** Green. */
        GREEN;

        fun größe() = code
    }

    object Empty : Store<Nothing>(0)
}

data class Pair<A, B>(val first: A, val second: List<Map.Entry<A, B>>)
interface Named {
    val name: String
    fun label(): String
}
fun interface Action {
    fun run()
}
annotation class Marker(val why: String)
@JvmInline
value class Id(val raw: String)

infix fun Int.plusOne(other: Int): Int = this.plus(other)?.let { it.inc() }
operator fun Id.plus(o: Id) = Id("")
val runner = object : Runnable {
    override fun run() {
        println("x")
    }
}
