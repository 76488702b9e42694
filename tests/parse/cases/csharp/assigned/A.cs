namespace A;
class Pool { public void Evict() {} }
class Other { public void Evict() {} }
class Client { public Pool Pool() { return new Pool(); } public Client Copy() { return this; } }
class T {
  private Client client;
  void Two() {
    client = client.Copy();
    client.Pool().Evict();
  }
}
