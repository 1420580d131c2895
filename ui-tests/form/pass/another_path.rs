//! Cases crate-re-exported-by-facade and crate-renamed-dependency: the path of the runtime is a key.
#![allow(dead_code)]

extern crate askback as renamed;

mod facade {
    pub use askback as forms;
}

use facade::forms::Form as _;

#[derive(facade::forms::Form)]
#[form(crate = crate::facade::forms, json_schema)]
struct Through {
    #[form(length = 1..=3, default = "a", check = any)]
    a: String,
    k: K,
    n: N,
    #[form(choices)]
    open: Option<String>,
}

fn any(_: &str) -> Result<(), String> {
    Ok(())
}

#[derive(facade::forms::Choice)]
#[choice(crate = "crate::facade::forms")]
enum K {
    /// Title
    A,
}

#[derive(facade::forms::Field)]
#[field(crate = facade::forms, range = 1.., check = small)]
struct N(u8);

fn small(_: &u8) -> Result<(), String> {
    Ok(())
}

#[derive(renamed::Form)]
#[form(crate = renamed)]
struct Renamed;

fn main() {
    assert_eq!(Through::schema().fields().len(), 4);
    assert_eq!(Renamed::schema().fields().len(), 0);
    let _ = K::A;
}
