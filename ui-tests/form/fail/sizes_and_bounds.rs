//! Types without a size, and bounds that are no numbers: each at the culprit, once.
use askback::{Field, Form};

#[derive(Form)]
struct Unsized {
    name: str,
}

#[derive(Form)]
struct Slice {
    before: u8,
    teams: [String],
}

#[derive(Field)]
struct Newtype(str);

const TRUE: bool = true;

#[derive(Form)]
struct Bounds {
    #[form(range = ..=TRUE)]
    n: u8,
}

fn main() {}
