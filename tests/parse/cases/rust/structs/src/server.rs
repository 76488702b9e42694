/// A server. It serves.
#[derive(Debug, Clone)]
pub struct Server<'a, T: Clone>
where
    T: Send,
{
    /// Its name.
    pub name: &'a str,
    inner: Arc<Mutex<T>>,
}

pub struct Unit;
struct Pair(pub u32, Server<'static, u8>);

union Bits {
    whole: u32,
    part: f32,
}

pub type Shared = Arc<Server<'static, String>>;
