package com.acme

trait Shape extends Drawable {
  def area: Double
  val sides: Int
}

case class Point(x: Int, y: Int)

sealed trait Result
case object Nothing extends Result
case class Found(value: Point) extends Result
