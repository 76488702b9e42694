pub mod order;
mod store;
use crate::order::{Order, Line as Row};
use store::Store;

pub fn run(store: &Store) -> Option<Order> {
    let order = Order::new(3);
    order.total();
    let row = Row::default_row();
    row.check();
    store.find(1)?.total();
    let found = store.find(2).unwrap();
    found.lines[0].check();
    for line in found.lines.iter() {
        line.check();
    }
    helpers::tidy(&order);
    order::free_standing();
    Some(order)
}

mod helpers {
    use super::order::Order;
    pub fn tidy(order: &Order) {
        order.total();
        super::order::free_standing();
    }
}
