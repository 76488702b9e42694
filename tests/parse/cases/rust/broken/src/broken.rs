pub fn good() -> u8 {
    1
}

pub struct Half {
    name: String,

impl Half {
    fn method(&self) -> u8 {
        good(
    }
}
