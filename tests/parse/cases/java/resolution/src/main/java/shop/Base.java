package shop;

abstract class Base {
    Base(int size) {}
    void check() {}
    int price() { return 0; }
}

interface Priced { int price(); }

class Line { void print() {} }
