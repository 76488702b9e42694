package use;

import own.Shelf;

class Use {
  void named(java.util.List<?> things) {
    things.forEach(thing -> thing.dustShelf());
  }

  void stranger(Outside outside) {
    outside.part().lockBox();
    UUID.fromText("a");
  }

  Shelf shelf;
}
