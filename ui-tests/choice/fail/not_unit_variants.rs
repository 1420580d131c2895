// Cases ty-enum-with-payload-rejected, ty-enum-empty-rejected.
use askback::{Choice, Form};

#[derive(Choice)]
enum Data {
    A,
    B(String),
    C { x: u8 },
}

#[derive(Choice)]
enum Never {}

#[derive(Choice)]
struct Struct;

#[derive(Form)]
struct F {
    a: Data,
    b: Never,
    c: Vec<Struct>,
}

fn main() {}
