import XCTest

class ServiceTests: XCTestCase {
    func testRuns() {
        XCTAssertEqual(Service.make().run([]), nil)
    }
}
