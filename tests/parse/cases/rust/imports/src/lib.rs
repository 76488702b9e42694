//! A crate.
use std::collections::{hash_map::Entry as Slot, HashMap};
use crate::net::{self, http::*, Client as HttpClient};
pub use self::inner::Thing;
extern crate serde as sd;

mod inner;
pub mod net;

pub fn run() -> HashMap<String, Thing> {
    let client = HttpClient::new();
    client.get(net::address());
    HashMap::new()
}
