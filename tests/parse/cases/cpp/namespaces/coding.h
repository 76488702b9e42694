namespace store {

class Status {
 public:
  bool ok() const;
};

namespace coding {
int Encode(int value);
}  // namespace coding

int Version();

}  // namespace store
