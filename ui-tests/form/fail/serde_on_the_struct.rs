// What serde has above a struct.
use askback::Form;

#[derive(Form)]
#[serde(transparent)]
struct Transparent {
    a: u8,
}

#[derive(Form)]
#[serde(tag = "kind")]
struct Tagged {
    a: u8,
}

#[derive(Form)]
#[serde(from = "String")]
struct From {
    a: u8,
}

fn main() {}
