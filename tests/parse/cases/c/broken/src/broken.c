int good(int x) { return x; }

struct half {
    int a;

int after(void) { return good(1); }
