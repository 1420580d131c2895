// A default above the only bound that there is.
use askback::Form;

#[derive(Form)]
struct Over {
    #[form(range = ..=5, default = 9)]
    a: u8,
    #[form(length = ..=3, default = "long")]
    b: String,
}

fn main() {}
