package com.example
package inner

import a.b.C
import a.b.{D, E => F}
import a.b._

/** Keeps things.
  *
  * With more to say.
  */
@tag
sealed abstract class Store[T <: Any](val size: Int, private var name: String)(implicit ord: Ordering[T])
    extends Base[T](size)
    with Named
    with Closeable {
  val first, second = 1
  var state: Int = 2
  val table = Map(
    "a" -> 1,
    "b" -> 2,
    "c" -> 3
  )
  type Item = T
  private lazy val runner = new Runnable {
    def run(): Unit = ()
    def again(): Unit = ()
  }

  def this(size: Int) = {
    this(size, "")
    check()
  }

  /** Maps. */
  @inline override def map[R](
      f: T => R
  )(using r: R): R = {
    def local() = 1
    f(items.head).foo[Int](local())
  }
  def label: String
  def io = IO {
    read()
    write()
  }
  def größe = size
}

case class Pair[A, B](first: A, second: B)
case object Nothing
object Store extends App with Named {
  implicit class Rich(val s: String) extends AnyVal {
    def twice = s.map(_.toString).mkString
  }
  val text = """
    class NotAClass { def notADef = 1 }
  """
}
trait Visitor[+R] { def visit(store: Store[_]): R }
