use askback::Form;

#[derive(Form)]
struct Borrowed<'a> {
    a: &'a str,
}

#[derive(Form)]
struct Static {
    a: &'static str,
}

fn main() {}
