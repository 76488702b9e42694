class Pool { func evict() {} }
class Other { func evict() {} }
class Client { func pool() -> Pool { return Pool() }
 func copy() -> Client { return self } }
class T {
  var client: Client
  func two() {
    client = client.copy()
    client.pool().evict()
  }
}
