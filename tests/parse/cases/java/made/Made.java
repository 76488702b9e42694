package made;

class Builder {
  Builder with(String name) {
    return this;
  }

  Builder more() {
    return this;
  }
}

class Other {
  Other with(String name) {
    return this;
  }

  void run() {
    Builder builder =
        new Builder()
            .with("a")
            .more();
  }
}
