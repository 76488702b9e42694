int store_open(const char *name);
