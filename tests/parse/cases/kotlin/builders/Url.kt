package a
class Url { fun host() = "x"
  companion object {
    @JvmName("get")
    fun String.toUrl(): Url = Url()
    fun parse(s: String): Url = s.toUrl()
  }
}
class Other { fun host() = "y"
 fun evictAll() {} }
