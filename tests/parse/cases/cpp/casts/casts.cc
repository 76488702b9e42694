class Shelf {
 public:
  void dust() {}
};

class Other {
 public:
  void dust() {}
};

void run(void* thing) {
  static_cast<Shelf*>(thing)->dust();
  reinterpret_cast<Other*>(thing)->dust();
  ((Shelf*)thing)->dust();
}
