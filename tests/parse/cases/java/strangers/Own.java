package own;

public class Shelf {
  public void dustShelf() {}
}

class Box {
  void lockBox() {}

  static Box fromText(String text) {
    return null;
  }
}
