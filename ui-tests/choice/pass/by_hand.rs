//! A choice with the trait written by hand: its options are made when first asked for, and lists of it are fields.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use askback::form::{ChoiceOption, Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

/// A quarter of an hour of the working day.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
struct Slot(usize);

const TIMES: [&str; 4] = ["08:00", "08:15", "08:30", "08:45"];

impl Choice for Slot {
    fn options() -> &'static [ChoiceOption] {
        static OPTIONS: OnceLock<Vec<ChoiceOption>> = OnceLock::new();
        OPTIONS.get_or_init(|| TIMES.map(|time| ChoiceOption::titled(time, format!("At {time}"))).into())
    }

    fn from_value(value: &str) -> Option<Self> {
        TIMES.iter().position(|time| *time == value).map(Self)
    }

    fn value(&self) -> &'static str {
        TIMES[self.0]
    }
}

#[derive(Form, Debug, PartialEq)]
struct F {
    /// When could it be?
    #[form(items = 1..=3, default = ["08:15"])]
    slots: Vec<Slot>,
    never: BTreeSet<Slot>,
    #[form(items = 2..)]
    perhaps: Option<Vec<Slot>>,
}

fn main() {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    let options: Vec<Value> = TIMES.iter().map(|time| json!({"const": time, "title": format!("At {time}")})).collect();
    let items = json!({"anyOf": options});
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "slots": {
                    "type": "array", "description": "When could it be?", "minItems": 1, "maxItems": 3, "items": items,
                    "default": ["08:15"],
                },
                "never": {"type": "array", "maxItems": 4, "items": items},
                "perhaps": {"type": "array", "minItems": 2, "maxItems": 4, "items": items},
            },
            "required": ["slots"],
        })
    );
    let answer = json!({"slots": ["08:45", "08:00"], "never": ["08:15"]});
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!(read, F { slots: vec![Slot(3), Slot(0)], never: BTreeSet::from([Slot(1)]), perhaps: None });
    let answer = json!({"slots": ["09:00"], "perhaps": ["08:00"]});
    let errors = decode::<F>(Some(&answer), F::schema(), Policy::Portable).unwrap_err();
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(rules, [("slots", "enum"), ("perhaps", "minItems")]);
    assert_eq!(Slot(2).title(), "At 08:30");
}
