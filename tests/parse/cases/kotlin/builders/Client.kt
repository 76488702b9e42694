package a
class Pool { fun evictAll() {}
  fun count() = 1 }
class Client internal constructor(builder: Builder) {
  @get:JvmName("pool")
  val pool: Pool =
    builder.pool ?: Pool().also {
      builder.pool = it
    }
  @JvmName("-deprecated_pool")
  fun pool(): Pool = pool
  fun newBuilder(): Builder = Builder(this)
  class Builder() {
    internal var pool: Pool? = null
    fun dns(x: Int) = apply { }
    fun pool(p: Pool) = apply { this.pool = p }
    fun build(): Client = Client(this)
  }
}
class Rule { fun newClient(): Client = Client() }
