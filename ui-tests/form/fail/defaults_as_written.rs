// Case def-out-of-bounds.
use askback::Form;

#[derive(Form)]
struct Defaults {
    #[form(range = 1..=3, default = 5)]
    n: u8,
    #[form(range = 0.5.., default = 0.25)]
    f: f64,
    #[form(length = 3..=5, default = "ab")]
    s: String,
    #[form(items = 2.., default = ["A"])]
    l: Vec<Team>,
    #[form(default = b"bytes")]
    b: String,
    #[form(default = 1e999)]
    huge: f64,
}

#[derive(askback::Choice)]
enum Team {
    A,
    B,
}

fn main() {}
