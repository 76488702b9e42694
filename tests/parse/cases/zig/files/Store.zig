const Store = @This();

pub fn open(self: *Store) void {
    _ = self;
}

pub const Shelf = struct {
    pub fn sweep(self: *Shelf) void {
        _ = self;
    }
};

pub fn shut(store: *Store) void {
    store.open();
}
