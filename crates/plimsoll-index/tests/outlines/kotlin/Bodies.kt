package water

fun level(x: Int): String = when (x) {
    0 -> "empty"
    1 -> "low"
    else -> "full"
}

fun server(port: Int) = embed(
    port,
    "host",
    debug = true,
)

fun tested() = run(timeout = 1) {
    val pump = Pump()
    pump.start()
}

fun read(): Int = try {
    val text = readLine()
    text!!.toInt()
} catch (e: Exception) {
    0
}

fun either(x: Boolean) = if (x) {
    val one = 1
    one
} else {
    val two = 2
    two
}

fun listener() = object : Listener {
    override fun heard() {
        println("x")
        println("y")
    }
}

class Tank(val size: Int) {
    val kind = when {
        size > 10 -> "large"
        size > 5 -> "middle"
        else -> "small"
    }
}
