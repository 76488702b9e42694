//! The trait and the macro that derives it share a name.
pub use core::FromRequest;
pub use macros::FromRequest;

pub struct User;

impl FromRequest for User {
    fn from_request() -> Self {
        User
    }
}
