use crate::lock::Lock;
use crate::parse::Parse;

pub(crate) struct Shared {
    closed: bool,
}

impl Handle {
    pub(crate) fn schedule(&self) {
        self.close();
    }

    fn close(&self) {}
}

impl Lock<Shared> for Handle {
    type Handle = Shared;

    fn lock(self) -> Shared {
        self.schedule();
        Shared { closed: false }
    }
}

pub struct Error {
    text: String,
}

impl Error {
    pub fn new(text: &str) -> Error {
        Error { text: text.to_string() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Parse for Shared {
    type Error = Error;

    fn parse(&self) -> Result<(), Error> {
        Err(Error::new("closed"))
    }
}
