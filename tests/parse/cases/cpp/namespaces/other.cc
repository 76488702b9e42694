namespace store {
namespace coding {
int Encode(int value) { return value; }
int Decode(int value) { return value; }
}  // namespace coding
int Version() { return 1; }
}  // namespace store
