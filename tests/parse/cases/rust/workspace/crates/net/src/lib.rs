pub trait Send {
    fn send(&self);
}

pub fn connect() {}
