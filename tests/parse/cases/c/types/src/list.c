/** A node of a list. */
typedef struct node {
    int value;
    struct node *next, **prev;
    char name[10];
    void (*free_fn)(int);
} node_t;

struct options {
    unsigned long depth;
    union {
        int a;
        float b;
    } either;
};

typedef struct {
    node_t *first;
} list_t;

union number {
    int whole;
    double real;
};

enum color { RED, GREEN = 2 };
typedef enum { NORTH, SOUTH } direction;
typedef int (*handler)(node_t *);
typedef struct options options_t;
