//! A field type with the trait written by hand, and what the derives make of it.

use askback::form::{Fault, FieldSchema, Kind, Policy, Present, Rule, Shape, decode};
use askback::{Field, Form};
use serde_json::{Value, json};

/// A share of the whole, in per cent.
#[derive(Debug, PartialEq)]
struct Share(f64);

impl Field for Share {
    type Presence = Present;
    const SHAPE: Shape = Shape::Number { max: 100.0 };

    fn kind() -> Kind {
        Kind::Number { minimum: Some(0.0), maximum: Some(100.0) }
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let number = f64::decode(value, field)?;
        if number == 50.0 { Err(Fault::new(Rule::Check, "Not half.")) } else { Ok(Self(number)) }
    }
}

#[derive(Form, Debug, PartialEq)]
struct F {
    #[form(range = 10..=90, default = 25)]
    share: Share,
    other: Option<Share>,
}

fn main() {
    assert_eq!(
        F::schema().json_text(),
        concat!(
            r#"{"type":"object","properties":{"share":{"type":"number","minimum":10,"maximum":90,"default":25},"#,
            r#""other":{"type":"number","minimum":0,"maximum":100}},"required":["share"]}"#
        )
    );
    let read = |answer: Value| decode::<F>(Some(&answer), F::schema(), Policy::Portable);
    assert_eq!(read(json!({"share": 19.95})), Ok(F { share: Share(19.95), other: None }));
    let errors = read(json!({"share": 5, "other": 50})).unwrap_err();
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(rules, [("share", "minimum"), ("other", "check")]);
}
