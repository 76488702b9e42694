import Foundation

extension FileManager {
    func removeAll() {}
}
