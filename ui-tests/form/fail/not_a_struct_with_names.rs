// Cases diag-tuple-unit-union and shape-empty-struct.
use askback::Form;

#[derive(Form)]
struct Tuple(String);

#[derive(Form)]
union Union {
    a: u8,
}

#[derive(Form)]
enum Enum {
    A,
}

#[derive(Form)]
struct Braces {}

fn asked<F: Form>() {}

fn main() {
    // A form that is in error is a form all the same: no further errors.
    asked::<Tuple>();
    asked::<Union>();
    asked::<Enum>();
    asked::<Braces>();
}
