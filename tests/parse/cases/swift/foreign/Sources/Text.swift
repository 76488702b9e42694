import Foundation

extension String {
    func shortened(to length: Int) -> String { self }
}

func use(name: String, files: FileManager) {
    name.shortened(to: 3)
    files.removeAll()
    (name as! Box).open()
}

class Box {
    func open() {}
}
