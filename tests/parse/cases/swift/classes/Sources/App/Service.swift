import Foundation

/// Serves things. Well.
@available(iOS 13, *)
public final class Service<T: Codable>: Base, Runnable {
    static let limit = 3
    private var cache: [String: T] = [:]
    var repo: Repo
    var count: Int {
        return helper()
    }

    init(repo: Repo, name label: String = "x") {
        self.repo = repo
        super.init()
    }

    deinit { stop() }

    /// Runs.
    func run(_ items: [T]) async throws -> T? {
        for item in items {
            item.check()?.report()
        }
        let made = Thing(size: 1)
        made.each { $0.use() }
        return try await repo.load()
    }

    class func make() -> Service { return Service(repo: Repo()) }
}
