use super::order::Order;

pub struct Store { orders: Vec<Order> }

impl Store {
    pub fn find(&self, id: u32) -> Option<Order> {
        let order: &Order = &self.orders[0];
        order.total();
        None
    }
}
