struct Point {}

extension Point: Shape {
    func area() -> Double { return 0 }
}

extension String {
    func shout() -> String { uppercased() }
}

let top = 1

func free<T>(_ value: T, by rule: (T) -> Int) rethrows -> Int {
    return try rule(value)
}
