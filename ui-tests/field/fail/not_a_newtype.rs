use askback::{Field, Form};

#[derive(Field)]
struct Two(u8, u8);

#[derive(Field)]
struct None;

#[derive(Field)]
enum Enum {
    A,
}

#[derive(Field)]
struct Borrowed<'a>(&'a str);

#[derive(Form)]
struct F {
    a: Two,
    b: Option<None>,
}

fn main() {}
