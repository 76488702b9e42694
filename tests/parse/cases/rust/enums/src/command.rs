/// A command.
#[derive(PartialEq)]
pub enum Command {
    /// Stops.
    Quit,
    Move { x: i32, y: i32 },
    Write(String, Option<Style>),
    Level = 3,
}

pub const MAX: u32 = 10;
static mut COUNT: AtomicU32 = AtomicU32::new(0);

pub fn handle(command: Command) -> Option<Style> {
    match command {
        Command::Write(text, style) => show(text, style),
        Command::Move { x, y } => shift(x, y),
        _ => None,
    }
}
