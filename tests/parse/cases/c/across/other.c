int main2(void) { return store_open("a"); }
