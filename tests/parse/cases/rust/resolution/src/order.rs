pub struct Order { pub lines: Vec<Line>, size: u32 }

pub struct Line;

pub trait Priced {
    fn price(&self) -> u32;
    fn doubled(&self) -> u32 { self.price() * 2 }
}

impl Order {
    pub fn new(size: u32) -> Self {
        Self { lines: vec![], size }
    }
    pub fn total(&self) -> u32 {
        self.lines[0].check();
        self.doubled();
        Self::new(1).price()
    }
}

impl Priced for Order {
    fn price(&self) -> u32 { self.size }
}

impl Line {
    pub fn default_row() -> Line { Line }
    pub fn check(&self) {}
}

pub fn free_standing() {}
