// Case diag-all-errors-at-once: faults of attributes and of types, in one compile.
use askback::Form;

#[derive(Form)]
struct F {
    a: Vec<String>,
    #[form(oops)]
    b: u8,
    c: (u8, u8),
    #[form(title = "")]
    d: u8,
    password: String,
}

fn main() {}
