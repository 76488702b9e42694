pub trait FromRequest {
    fn from_request() -> Self;
}
