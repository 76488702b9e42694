#include <stdlib.h>
#include "list.h"

static int count = 0;
const char *const names[] = {"a", "b"};
extern struct config settings;

/* Makes a list. */
static inline list_t *list_make(int size, const struct options *options)
{
    list_t *list = malloc(sizeof(list_t));
    list->next = NULL;
    list->free_fn(options->depth);
    count += LIST_SIZE(list);
    return list;
}

char **list_names(void) { return (char **)names; }

int main(int argc, char *argv[])
{
    for (int i = 0; i < argc; i++)
        list_make(i, 0)->next = list_find(argv[i]);
    return 0;
}
