pub mod parse;

pub trait Flag {}
