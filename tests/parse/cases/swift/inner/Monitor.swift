final class Monitor {
    enum Result { case good }

    func own() -> Result { Result.good }
}

struct Free {}
