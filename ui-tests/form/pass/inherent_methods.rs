//! Case hyg-inherent-method-shadows-trait: methods, functions and constants of the author's with the traits' names.
#![allow(dead_code)]

use askback::form::{Policy, decode};

#[derive(askback::Choice, Debug, PartialEq)]
enum K {
    A,
    B,
}

impl K {
    const VALUES: u8 = 0;
    const CHOICES: u8 = 0;
    const LEGACY: u8 = 0;
    const SHAPE: u8 = 0;
    fn schema(&self) -> u8 {
        0
    }
    fn decode(_: u8) {}
    fn default() -> u8 {
        1
    }
    fn options() {}
    fn kind() {}
    fn value(&self) {}
    fn from_value() {}
    fn absent() {}
}

#[derive(askback::Form)]
struct F {
    k: K,
    ks: Vec<K>,
    n: N,
    #[form(check = Self::decode)]
    own: u8,
}

impl F {
    const MEMBERS: u8 = 0;
    fn schema() -> u8 {
        K::decode(1);
        K::options();
        K::kind();
        K::from_value();
        K::absent();
        K::A.value();
        K::A.schema() + K::default()
    }
    fn decode(own: &u8) -> Result<(), String> {
        if *own > Self::schema() { Ok(()) } else { Err("too small".to_owned()) }
    }
}

#[derive(askback::Field)]
#[field(check = N::decode)]
struct N(u8);

impl N {
    const SHAPE: u8 = 0;
    fn kind() {}
    fn held(&self) {}
    fn decode(n: &u8) -> Result<(), String> {
        if n % 2 == 0 { Ok(()) } else { Err("odd".to_owned()) }
    }
}

/// So does a trait of the author's, in scope.
trait Mine {
    fn held(&self) -> u8 {
        0
    }
    fn read(&self) -> u8 {
        0
    }
    fn entry(&self) -> u8 {
        0
    }
    fn wire(&self) -> u8 {
        0
    }
}
impl<T> Mine for T {}

fn main() {
    let schema = <F as askback::Form>::schema();
    assert_eq!(
        schema.json_text(),
        r#"{"type":"object","properties":{"k":{"type":"string","enum":["A","B"]},"ks":{"type":"array","maxItems":2,"items":{"type":"string","enum":["A","B"]}},"n":{"type":"integer","minimum":0,"maximum":255},"own":{"type":"integer","minimum":0,"maximum":255}},"required":["k","n","own"]}"#
    );
    let read: F = decode(Some(&serde_json::json!({"k": "B", "n": 2, "own": 2})), schema, Policy::Portable).unwrap();
    assert_eq!((read.k, read.n.0, read.own), (K::B, 2, 2));
    let Err(errors) = decode::<F>(Some(&serde_json::json!({"k": "B", "n": 1, "own": 1})), schema, Policy::Portable) else {
        panic!("both checks refuse")
    };
    assert_eq!(errors.iter().map(|error| error.message().to_string()).collect::<Vec<_>>().len(), 2);
}
