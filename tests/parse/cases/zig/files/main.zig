const Store = @import("Store.zig");
const lists = @import("lists.zig");

pub fn run(store: *Store, list: anytype) void {
    store.open();
    lists.grow();
    list.sweep();
    list.reserve(1);
}
