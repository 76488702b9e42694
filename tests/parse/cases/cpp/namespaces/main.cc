#include "table.h"

int main() {
  store::Table table;
  table.Open().ok();
  return store::coding::Decode(store::Opened()) + store::coding::Encode(store::Version());
}
