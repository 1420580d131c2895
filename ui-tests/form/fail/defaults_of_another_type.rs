use askback::{Choice, Form};

#[derive(Choice)]
enum K {
    A,
}

#[derive(Choice)]
enum Other {
    A,
}

const WORD: &str = "word";

#[derive(Form)]
struct Defaults {
    #[form(default = Other::A)]
    a: K,
    #[form(default = WORD)]
    b: u8,
    #[form(default = Other::A)]
    c: Option<K>,
    #[form(default = [Other::A])]
    d: Vec<K>,
}

fn main() {}
