#include "shape.h"

namespace geo {

/// A shape.
template <typename T>
class Shape : public Base<T>, private ns::Other {
public:
    static const int SIDES = 3;
    explicit Shape(int size) : size_(size) {}
    virtual ~Shape() = default;
    virtual double area() const = 0;
    int size() const { return this->size_; }
    Shape &operator=(const Shape &other);
    bool operator==(const Shape &other) const { return size() == other.size(); }
    template <class U> U convert(U value);
    enum class Kind { Flat, Round = 2 };
    struct Inner { int depth; };

private:
    int size_;
    std::unique_ptr<T> owned_;
};

}  // namespace geo
