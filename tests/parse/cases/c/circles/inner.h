#define CHECK(x) ((void)(x))

buffer_T *buffer_make(void);
