#include "window.h"
#include "outer.h"

int main(void) {
  buffer_T *buffer = buffer_new();
  CHECK(buffer);
  return 0;
}
