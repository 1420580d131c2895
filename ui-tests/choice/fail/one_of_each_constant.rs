//! A mistake of each kind that the compiler finds when it evaluates constants, which it does once all else is right.

use askback::Choice;

#[derive(Choice)]
enum Titled {
    #[doc = concat!("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long ", "long enough", "\n more")] //~
    TooLong,
}

fn main() {
    let _ = Titled::TooLong;
}
