package com.acme.app

import com.acme.base.Base
import com.acme.util.{Helper, Other => Renamed}
import com.acme.star._

/** Serves things. */
@deprecated("x")
abstract class Service[T <: Bar](val repo: Repo, size: Int = 1) extends Base[T](size) with Runnable with Serializable {
  val Limit = 3
  var count: Int = 0
  lazy val cache = new Cache[T](1)
  type Alias = Map[String, T]

  /** Runs. */
  override def run(items: List[T]): Option[T] = {
    for (item <- items) item.check().report()
    items.map(x => x.use(1))
    Helper.help(items)
  }

  def stop(): Unit
  def this(size: Int) = this(null, size)
}

object Service {
  def apply(size: Int) = new Service(size) {}
  implicit val order: Ordering = Other.order()
}
