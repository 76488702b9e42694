use acme_net::{connect, Send};

use crate::flags::{parse::read, Flag};

pub struct Quiet;

impl Flag for Quiet {}

impl Send for Quiet {
    fn send(&self) {}
}

pub fn run() {
    connect();
    read();
}
