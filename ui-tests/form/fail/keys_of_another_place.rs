// Keys of the struct on a field, and of a field on the struct.
use askback::Form;

#[derive(Form)]
#[form(title = "A form", default = 1, deny_unknown_fields)]
struct Misplaced {
    #[form(rename_all = "camelCase")]
    a: u8,
}

fn main() {}
