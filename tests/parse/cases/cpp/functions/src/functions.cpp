namespace a::b {

using Names = std::vector<std::string>;
constexpr int LIMIT = 3;

static void run(const Shape<int> &shape, int times = 1) {
    Shape<int> local(1);
    auto made = std::make_unique<Shape<int>>(2);
    made->area();
    shape.size();
    auto add = [&](int x) { return x + times; };
    Shape<int> *raw = new Shape<int>(3);
    for (auto &part : local.parts()) {
        part.draw();
    }
    ns::call<int>(raw);
}

template <typename T>
T biggest(T first, T second) {
    return compare(first, second);
}

}

extern "C" {
int exported(void) { return 0; }
}
