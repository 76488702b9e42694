pub const Basket = struct {
    pub fn reserve(self: *Basket, count: usize) void {
        _ = self;
        _ = count;
    }
};
