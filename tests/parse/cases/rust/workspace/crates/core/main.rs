mod flags;
mod search;

fn main() {
    search::run();
}
