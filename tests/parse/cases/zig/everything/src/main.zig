const std = @import("std");
pub const LIMIT: u32 = 3;
/// A point.
pub const Point = struct {
    x: i32,
    pub fn init(x: i32) Point { return .{ .x = x }; }
    fn go(self: *Point) !void { self.helper(); other.call(1); }
};
const Color = enum { red, green };
const U = union(enum) { a: u8 };
pub fn main() !void { const p = Point.init(1); p.go(); }
var g: i32 = 0;
test "works" { try main(); }
