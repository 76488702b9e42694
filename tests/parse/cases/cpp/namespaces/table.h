#include "coding.h"

namespace store {
namespace coding {
inline int Decode(int value) { return Encode(value); }
}  // namespace coding

class Table {
 public:
  Status Open();
};
}  // namespace store

namespace store {
inline int Opened() { return coding::Decode(Version()); }
}  // namespace store
