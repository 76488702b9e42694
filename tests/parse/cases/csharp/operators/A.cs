class A {
  public static explicit operator decimal(A v) { return 1; }
  public static A operator +(A a, A b) => a;
  public event H Changed { add { } remove { } }
  public int this[int i] { get { return 1; } }
  ~A() { }
  int IFoo.Bar() { return 1; }
}
