#define CHECK(x) if (!(x)) fail()
