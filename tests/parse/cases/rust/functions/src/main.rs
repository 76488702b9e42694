#[tokio::main]
async fn main() -> Result<(), Error> {
    let config: Config = Config { depth: 3 };
    let mut total = 0;
    if let Some(found) = config.find("x") {
        found.apply();
    }
    let add = |a: u8, b| a + b;
    fn nested(size: usize) -> usize {
        size
    }
    total += nested(add(1, 2) as usize);
    Ok(())
}

pub unsafe extern "C" fn exported(raw: *const u8) {}

extern "C" {
    fn imported(x: i32) -> i32;
}

pub mod deep {
    pub(crate) const fn inside<const N: usize>() -> [u8; N] {
        [0; N]
    }
}
