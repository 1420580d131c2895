//! `check`, on fields and on the form.
#![allow(dead_code)]

use std::fmt;

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

struct TooShort;

impl fmt::Display for TooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("say a little more")
    }
}

fn telling(text: &str) -> Result<(), TooShort> {
    if text.len() > 3 { Ok(()) } else { Err(TooShort) }
}

fn even(number: &u8) -> Result<(), &'static str> {
    if number % 2 == 0 { Ok(()) } else { Err("has to be even") }
}

fn even_or_absent(number: &Option<u8>) -> Result<(), String> {
    number.map_or(Ok(()), |number| even(&number).map_err(Into::into))
}

mod rules {
    pub struct Rules;

    impl Rules {
        pub fn distinct<T: PartialEq>(list: &[T]) -> Result<(), impl std::fmt::Display + use<T>> {
            match list {
                [first, second] if first == second => Err("twice the same"),
                _ => Ok(()),
            }
        }
    }
}

#[derive(Choice, PartialEq)]
enum K {
    A,
    B,
}

#[derive(Form)]
#[form(check = Self::in_order)]
struct Checked {
    #[form(check = telling)]
    text: String,
    #[form(check = telling)]
    perhaps: Option<Box<str>>,
    #[form(check = even)]
    number: u8,
    #[form(check = even)]
    optional: Option<u8>,
    #[form(check = even_or_absent)]
    either: Option<u8>,
    #[form(check = rules::Rules::distinct::<K>, items = ..=2)]
    list: Vec<K>,
    first: u8,
    last: u8,
}

impl Checked {
    fn in_order(&self) -> Result<(), String> {
        if self.first <= self.last { Ok(()) } else { Err("the first comes after the last".to_owned()) }
    }
}

fn faults(answer: Value) -> Vec<(String, &'static str, String)> {
    match decode::<Checked>(Some(&answer), Checked::schema(), Policy::Portable) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| (error.field().to_owned(), error.rule().as_str(), error.message().to_owned()))
            .collect(),
    }
}

fn main() {
    assert!(faults(json!({"text": "long", "number": 2, "first": 1, "last": 1})).is_empty());
    // Every rule speaks, in the order of the fields; the form's own only when all fields are there.
    let all = faults(json!({
        "text": "no", "perhaps": "no", "number": 1, "optional": 3, "either": 5, "list": ["A", "A"], "first": 2, "last": 1,
    }));
    let fields: Vec<_> = all.iter().map(|(field, rule, _)| (field.as_str(), *rule)).collect();
    assert_eq!(
        fields,
        ["text", "perhaps", "number", "optional", "either", "list"].map(|field| (field, "check"))
    );
    assert!(all[0].2.contains("say a little more"));
    let whole = faults(json!({"text": "long", "number": 2, "first": 2, "last": 1}));
    assert_eq!(whole.len(), 1);
    assert_eq!((whole[0].0.as_str(), whole[0].1), ("", "check"));
    assert!(whole[0].2.contains("the first comes after the last"));
    let _ = K::B;
}
