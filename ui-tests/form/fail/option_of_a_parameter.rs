//! An `Option` of a type parameter, which may be an `Option` itself.
use askback::{Field, Form};

#[derive(Form)]
struct Perhaps<T: Field> {
    value: Option<T>,
}

#[derive(Field)]
struct Wrapped<T: Field>(Option<T>);

#[derive(Form)]
struct Unbounded<T> {
    value: T,
}

fn main() {}
