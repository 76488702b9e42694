class Header {
  Header.ascii(String name, String value);
}

class MultiHeaders {
  void set(String name, String text) {}
  String value(String name) => name;
}

class Crate {
  void seal() {}
}
