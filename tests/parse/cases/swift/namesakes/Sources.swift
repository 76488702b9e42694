extension Handle {
    struct Handle {
        func close() {}
    }

    func open() {}
}

extension Outer {
    struct Inner {
        func first() {}
    }
}

extension Inner {
    struct Middle {
        struct Outer {
            func second() {}
        }
    }
}
