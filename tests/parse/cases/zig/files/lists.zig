pub fn grow() void {}
