/// Logs a line.
#[macro_export]
macro_rules! log_line {
    ($text:expr) => {
        emit(format!("{}", $text))
    };
}

fn emit(text: String) {
    let parts = vec![first(&text), text.clone().second()];
    log_line!(parts);
    crate::deep::other_macro!(parts => self::inner(1));
}
