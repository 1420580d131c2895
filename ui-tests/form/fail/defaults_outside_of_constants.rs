// A default outside of bounds that are constants, and of the bound that a text has anyway.
use askback::{Choice, Form};

const MOST: u32 = 3;
const HALF: f64 = 0.5;

#[derive(Choice)]
enum Team {
    Storage,
    Billing,
    Support,
    Sales,
}

#[derive(Form)]
struct Outside {
    #[form(range = ..=HALF, default = 0.75)]
    fraction: f64,
    #[form(length = ..=MOST, default = "long")]
    text: String,
    #[form(items = ..=MOST, default = ["Storage", "Billing", "Support", "Sales"])]
    list: Vec<Team>,
}

fn main() {}
