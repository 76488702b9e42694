package casts;

class Shelf {
  void dust() {}
}

class Other {
  void dust() {}

  void run(Object thing) {
    ((Shelf) thing).dust();
    ((java.util.List<?>) thing).dust();
  }
}
