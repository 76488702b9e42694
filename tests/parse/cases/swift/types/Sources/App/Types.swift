struct Point: Equatable {
    let x: Int
    var y = 1
    mutating func move() { y += 1 }
}

protocol Shape: AnyObject {
    associatedtype Side
    var sides: Int { get }
    func area() throws -> Double
}

enum Color: String {
    case red, green = "g"
    case custom(Int)
}

typealias Handler = (Int) -> Void

actor Bank {
    func pay() {}
}
