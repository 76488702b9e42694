package a

@Retention(RUNTIME) @JsonQualifier annotation class JsonString

@Target(TYPE)
annotation class Marked

public sealed class Reader : Closeable {
  public class Options
  private constructor(
    internal val strings: Array<out String>,
  ) {
    public fun strings(): List<String> { return listOf() }

    public companion object {
      public fun of(vararg strings: String): Options { return Options(strings) }
    }
  }

  /** A token. */
  public enum class Token { BEGIN, END }

  fun text() = $$"{\"$foo\": 1}"

  fun after() {}
}
