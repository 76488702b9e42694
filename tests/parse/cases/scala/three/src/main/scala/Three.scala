package com.acme

enum Color:
  case Red, Green
  case Custom(code: Int)

given ordering: Ordering[Int] with
  def compare(a: Int, b: Int): Int = a - b

extension (text: String)
  def shout: String = text.toUpperCase()

def top(x: Int): Int = helper(x)
