package rpc;

public class Method<A, B> {
  public static <A, B> Builder<A, B> newBuilder() {
    return new Builder<A, B>();
  }

  public static class Builder<A, B> {
    public Builder<A, B> setType(int type) {
      return this;
    }

    public Method<A, B> build() {
      return null;
    }
  }
}

class Other {
  void setType(int type) {}

  Method<String, Void> make() {
    return Method.<String, Void>newBuilder()
        .setType(3)
        .build();
  }
}
