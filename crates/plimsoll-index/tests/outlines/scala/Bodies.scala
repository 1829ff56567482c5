package water

import a.b.C, d.e.{F, G as H}, i.j.*
import a.b.{K => _, *}
import a.b.{given, L}
import a.b.m as n
export o.p.{q, r as s}

class Bodies(limit: Int):
  def matched(x: Any): Int = x match {
    case n: Int => n
    case s: String => s.length
    case _ => 0
  }

  def byIndentation(x: Any): Int =
    x match
      case n: Int =>
        val twice = n * 2
        twice
      case _ => 0

  def called: List[Int] = List(
    1,
    2,
    3
  ).map { n =>
    val more = n + 1
    more
  }

  def either(x: Boolean): Int =
    if (x) {
      val one = 1
      one
    } else {
      val two = 2
      two
    }

  def tried: Int = try {
    val n = limit.toString
    n.toInt
  } catch {
    case e: Exception => 0
  }

  val level = limit match {
    case 0 => "empty"
    case 1 => "low"
    case _ => "full"
  }

  val probe = new Probe:
    def read = 1

end Bodies

class PumpSpec extends Spec {
  "a pump" should {
    def withPump[T](f: Pump => T): T = {
      val pump = new Pump
      f(pump)
    }

    "turn" in withPump { pump =>
      pump.start()
      pump.turns must beTrue
    }
  }
}
