#include "rounding.h"

int twice(int value) {
  return rounded(value) * 2;
}
