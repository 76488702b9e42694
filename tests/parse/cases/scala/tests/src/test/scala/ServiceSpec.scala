package com.acme

class ServiceSpec extends AnyFunSuite {
  test("runs") {
    assert(Service(1).run(Nil))
  }
}
