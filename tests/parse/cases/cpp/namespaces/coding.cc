#include "coding.h"

namespace store {
bool Status::ok() const { return Version() > 0; }
namespace coding {
int Encode(int value) { return value + Version(); }
}  // namespace coding
int Version() { return 1; }
}  // namespace store
