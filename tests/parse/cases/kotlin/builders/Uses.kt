package a
import a.Url.Companion.toUrl
import a.Url.Companion.parse
class Z {
  fun one() { "http://x".toUrl().host() }
  fun two(c: Client) { c.newBuilder().dns(1).pool(Pool()).build().pool.evictAll() }
  fun three() = Client.Builder().also { println(it) }.build()
  fun four() { three().pool.evictAll() }
  fun five() { parse("x").host() }
  fun six() { Url.parse("x").host() }
}
class T {
  @JvmField val rule = Rule()
  var client = rule.newClient()
  fun one() { client.pool.evictAll() }
  fun two() { 
    client = client.newBuilder().dns(1).build()
    client.pool.evictAll() }
}
