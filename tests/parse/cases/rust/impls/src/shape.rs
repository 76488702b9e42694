use std::fmt;

impl<'a, T: Clone> Server<'a, T> {
    pub const LIMIT: usize = 3;

    /// Makes one.
    pub async fn new(name: &'a str) -> Result<Self, Error> {
        let server = Self::build(name)?;
        server.start().await?;
        Ok(server)
    }

    fn start(&self) -> Result<(), Error> {
        self.inner.lock().unwrap().run::<u8>(1)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.area())
    }
}

pub struct Shape {
    side: f64,
}

impl Shape {
    fn area(&self) -> f64 {
        self.side.powi(2)
    }
}
