#ifndef MACROS
#define MACROS

/* The most. */
#define LIMIT 10
#define SQUARE(x) ((x) * (x))

#ifdef FAST
static int speed = LIMIT;
int run(void) { return SQUARE(speed); }
#else
int run(void) { return 0; }
#endif

#endif
