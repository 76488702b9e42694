package a;
class Pool { void evict() {} }
class Other { void evict() {} }
class Client { Pool pool() { return new Pool(); } Client copy() { return this; } }
class T {
  private Client client;
  void set(Client c) { this.client = c; }
  void two() {
    client = client.copy();
    client.pool().evict();
  }
  void local(Client given) {
    Pool client = given.pool();
    client = new Pool();
    client.evict();
  }
  void three() {
    client = make();
    client.pool().evict();
  }
}
