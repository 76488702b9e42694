#ifndef WINDOW_H
#define WINDOW_H
#include "buffer.h"

typedef struct window {
  struct buffer *buffer;
} window_T;
#endif
