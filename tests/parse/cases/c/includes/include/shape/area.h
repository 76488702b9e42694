#pragma once
struct area {
  int size;
};
int measure(struct area *one);
