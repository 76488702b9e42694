#include "store.h"

class StoreTest : public Store {
 public:
  void Fill() { Put(); }
};

TEST_F(StoreTest, Fills) {
  Fill();
  Put();
}
