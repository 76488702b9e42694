struct Endpoint {
    static func payloads(_ count: Int) -> Endpoint { Endpoint() }

    func modifying() -> Endpoint { self }
}
