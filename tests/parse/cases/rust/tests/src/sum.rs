pub fn sum(a: u32, b: u32) -> u32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> u32 {
        sum(1, 2)
    }

    #[test]
    #[should_panic(expected = "x")]
    fn adds() {
        assert_eq!(helper(), sum(2, 1));
    }
}

#[tokio::test]
async fn also() {}
