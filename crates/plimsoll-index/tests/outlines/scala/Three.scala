package three

import x.y.*
import x.y.{A as B, given}

enum Color(val code: Int) extends Named:
  case Red extends Color(1)
  case Green, Blue
  def label = toString

given intOrder: Ordering[Int] with
  def compare(a: Int, b: Int) = a - b

extension (text: String)
  def shout: String = text.toUpperCase
  def times(n: Int): String =
    val all = List.fill(n)(text)
    all.mkString

opaque type Id = Int

class Store(size: Int):
  val limit = 1

  def put(x: Int): Int =
    val y = x + 1
    val z = y + 1
    z * size

  def get = limit
end Store

def top(x: Int)(using Context): Int =
  if x > 0 then
    x
  else
    -x

@main def run() = println(top(1))
export Store.*
