//! Rules of newtypes: about what they hold, however it is held, given by any path.

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

mod rules {
    use std::fmt::Display;

    pub fn lower(text: &str) -> Result<(), impl Display + use<>> {
        if text.chars().all(char::is_lowercase) { Ok(()) } else { Err('L') }
    }

    pub fn positive<T: PartialOrd + Default>(value: &T) -> Result<(), &'static str> {
        if *value > T::default() { Ok(()) } else { Err("P") }
    }

    pub fn different<C: PartialEq>(items: &[C]) -> Result<(), &'static str> {
        let again = items.iter().enumerate().any(|(at, item)| items[..at].contains(item));
        if again { Err("D") } else { Ok(()) }
    }
}

trait Rule {
    fn holds(value: &u8) -> Result<(), String>;
}

struct Odd;

impl Rule for Odd {
    fn holds(value: &u8) -> Result<(), String> {
        if value % 2 == 1 { Ok(()) } else { Err("O".to_owned()) }
    }
}

#[derive(Choice, PartialEq, Debug)]
enum K {
    A,
    B,
}

#[derive(Field)]
#[field(check = rules::lower)]
struct Text(String);

#[derive(Field)]
#[field(check = rules::lower)]
struct Boxed(Box<str>);

#[derive(Field)]
#[field(check = rules::lower)]
struct Perhaps(Option<String>);

#[derive(Field)]
#[field(check = rules::positive::<f64>)]
struct Amount(f64);

#[derive(Field)]
#[field(check = rules::different)]
struct List(Vec<K>);

#[derive(Field)]
#[field(check = <Odd as Rule>::holds)]
struct Number(u8);

#[derive(Field)]
#[field(check = Self::is_this_year)]
struct Day(jiff::civil::Date);

impl Day {
    fn is_this_year(day: &jiff::civil::Date) -> Result<(), &'static str> {
        if day.year() == 2026 { Ok(()) } else { Err("Y") }
    }
}

#[derive(Form)]
#[allow(dead_code)]
struct F {
    text: Text,
    boxed: Boxed,
    perhaps: Perhaps,
    amount: Amount,
    list: List,
    number: Option<Number>,
    day: Day,
}

fn said(answer: Value) -> String {
    match decode::<F>(Some(&answer), F::schema(), Policy::Portable) {
        Ok(_) => String::new(),
        Err(errors) => errors.iter().map(|error| error.message().to_string()).collect(),
    }
}

fn main() {
    let good = json!({"text": "a", "boxed": "b", "amount": 0.5, "list": ["A", "B"], "day": "2026-12-01"});
    assert_eq!(said(good.clone()), "");
    let mut bad = json!({
        "text": "A", "boxed": "B", "perhaps": "C", "amount": -0.5, "list": ["A", "A"], "number": 2, "day": "2025-12-01",
    });
    for words in ["L", "P", "D", "O", "Y"] {
        assert!(said(bad.clone()).contains(words), "{words}");
    }
    // What is absent is not checked.
    for field in ["perhaps", "number"] {
        bad.as_object_mut().unwrap().remove(field);
    }
    assert!(!said(bad).contains('O'));
    let _ = (K::A, K::B);
}
