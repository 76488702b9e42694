#ifndef BUFFER_H
#define BUFFER_H
#include "window.h"

typedef struct buffer {
  struct window *shown;
} buffer_T;

buffer_T *buffer_new(void);
#endif
