//! Newtypes of newtypes: each layer narrows what is below it and checks it again, from the inside out.

use std::fmt;

use askback::form::{Policy, decode};
use askback::{Field, Form};
use serde_json::{Value, json};

#[derive(Field, Debug)]
#[field(range = 1..=100, check = even)]
struct Percent(u8);

#[derive(Field, Debug)]
#[field(range = 10.., check = not_fifty)]
struct Discount(Percent);

#[derive(Field, Debug)]
#[field(range = ..=60)]
struct Offer(Discount);

#[derive(Debug)]
struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

fn even(value: &u8) -> Result<(), Refused> {
    if value % 2 == 0 { Ok(()) } else { Err(Refused("an even number, please")) }
}

fn not_fifty(percent: &Percent) -> Result<(), String> {
    if percent.0 == 50 { Err("not half".to_owned()) } else { Ok(()) }
}

#[derive(Form, Debug)]
struct F {
    #[form(default = 20)]
    offer: Offer,
    #[form(range = 20.., check = round)]
    other: Option<Offer>,
}

fn round(offer: &Offer) -> Result<(), &'static str> {
    if offer.0.0.0 % 10 == 0 { Ok(()) } else { Err("a round number, please") }
}

fn said(answer: Value) -> Vec<(String, String)> {
    match decode::<F>(Some(&answer), F::schema(), Policy::Portable) {
        Ok(_) => Vec::new(),
        Err(errors) => {
            errors.iter().map(|error| (error.rule().as_str().to_owned(), error.message().to_string())).collect()
        }
    }
}

fn main() {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    assert_eq!(
        schema["properties"],
        json!({
            "offer": {"type": "integer", "minimum": 10, "maximum": 60, "default": 20},
            "other": {"type": "integer", "minimum": 20, "maximum": 60},
        })
    );
    assert_eq!(schema["required"], json!(["offer"]));
    let rules = |answer: Value| said(answer).into_iter().map(|(rule, _)| rule).collect::<Vec<_>>();
    assert_eq!(rules(json!({"offer": 12})), Vec::<String>::new());
    assert_eq!(rules(json!({"offer": 8})), ["minimum"]);
    assert_eq!(rules(json!({"offer": 62, "other": 10})), ["maximum", "minimum"]);
    let checked = |answer: Value, words: &str| {
        let said = said(answer);
        assert!(matches!(&*said, [(rule, text)] if rule == "check" && text.contains(words)), "{said:?}");
    };
    checked(json!({"offer": 13}), "an even number, please");
    checked(json!({"offer": 50}), "not half");
    checked(json!({"offer": 20, "other": 24}), "a round number, please");
}
