// Case con-min-greater-than-max.
use askback::Form;

#[derive(Form)]
struct Ranges {
    #[form(range = 5..=1)]
    n: i32,
    #[form(length = 4..=2)]
    s: String,
    #[form(range = 0..10)]
    exclusive: u8,
    #[form(range = ..)]
    open: u8,
    #[form(range = 5)]
    single: u8,
    #[form(length = -1..)]
    negative: String,
    #[form(length = ..=1.5)]
    half: String,
    #[form(range = "a"..="b")]
    text: u8,
    #[form(range = ..=1e999)]
    huge: f64,
    #[form(length = 1.., range = 1..)]
    both: String,
}

fn main() {}
