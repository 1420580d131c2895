//! A newtype with what newtypes have: other derives and their attributes, docs, `Deref`, operators, a constructor that checks.

use std::ops::{Add, Deref};

use askback::form::{Policy, decode};
use askback::{Field, Form};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What is paid, in cents.
///
/// Docs of a type are no description of a field.
#[derive(
    Field, Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default,
)]
#[serde(transparent)]
#[schemars(title = "Cents")]
#[repr(transparent)]
#[must_use]
#[field(range = 1..=1_000_000)]
pub struct Cents(
    /// Nor are these.
    u32,
);

impl Add for Cents {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// Only what has been checked is one: the rule of the constructor is the rule of the field.
#[derive(Field, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(try_from = "String", into = "String")]
#[field(length = 2..=8, check = Self::rule)]
#[non_exhaustive]
pub struct Code {
    text: String,
}

impl Code {
    fn rule(text: &str) -> Result<(), &'static str> {
        if text.bytes().all(|byte| byte.is_ascii_uppercase()) { Ok(()) } else { Err("capital letters only") }
    }
}

impl TryFrom<String> for Code {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::rule(&text).map(|()| Self { text })
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.text
    }
}

impl Deref for Code {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// The same type in the arguments of a tool and in what is asked.
#[derive(Form, Serialize, Deserialize, Debug, PartialEq)]
struct Payment {
    cents: Cents,
    /// For what?
    code: Option<Code>,
}

fn main() {
    assert_eq!(
        Payment::schema().json_text(),
        concat!(
            r#"{"type":"object","properties":{"cents":{"type":"integer","minimum":1,"maximum":1000000},"#,
            r#""code":{"type":"string","description":"For what?","minLength":2,"maxLength":8}},"required":["cents"]}"#
        )
    );
    let good = json!({"cents": 250, "code": "TEA"});
    let read: Payment = decode(Some(&good), Payment::schema(), Policy::Portable).unwrap();
    assert_eq!(read, serde_json::from_value::<Payment>(good.clone()).unwrap());
    assert_eq!(serde_json::to_value(&read).unwrap(), good);
    assert_eq!((read.cents + Cents(50), read.code.as_deref()), (Cents(300), Some("TEA")));
    // What serde lets through, since it knows no bounds, is no answer.
    let said = |answer: Value| {
        let errors = decode::<Payment>(Some(&answer), Payment::schema(), Policy::Portable).unwrap_err();
        errors.iter().map(|error| error.rule().as_str()).collect::<Vec<_>>()
    };
    assert_eq!(said(json!({"cents": 0, "code": "tea"})), ["minimum", "check"]);
    assert_eq!(said(json!({"cents": 1, "code": "T"})), ["minLength"]);
    assert_eq!(serde_json::from_value::<Cents>(json!(0)).unwrap(), Cents::default());
    assert!(serde_json::from_value::<Code>(json!("tea")).is_err());
    let _ = schemars::schema_for!(Cents);
}
