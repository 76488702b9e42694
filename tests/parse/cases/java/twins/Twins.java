package twins;

class Part {
  void dust() {}
}

class Whole {
  final Part part = new Part();

  Part part() {
    return part;
  }

  void run(Whole other) {
    other.part().dust();
    other.part.dust();
  }
}
