package a.b;

class Broken {
  int good() { return 1; }

  int half( {
    return good();
  }

  void after() { good(); }
