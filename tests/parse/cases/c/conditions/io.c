static int close_all(void) { return 0; }

int open_all(int mode) {
#ifdef FAST
    if (mode > 1) {
#else
    if (mode) {
#endif
        return close_all();
    }
    return 0;
}

int after(void) { return open_all(1); }

#ifdef WIN32
int umain(int argc, char *argv[]) {
#else
int main(int argc, char *argv[]) {
#endif
    return after();
}
