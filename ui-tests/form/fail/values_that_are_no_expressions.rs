// A value that is no Rust expression at all.
use askback::Form;

#[derive(Form)]
struct Values {
    #[form(default = type)]
    a: u8,
    #[form(range = struct)]
    b: u8,
}

fn main() {}
