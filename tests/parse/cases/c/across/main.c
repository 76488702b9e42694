#include "store.h"

int main(void) { return store_open("a"); }
