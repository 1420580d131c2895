//! Newtypes as fields: everything as the inner type has it, narrowed and checked.

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Field, Debug, PartialEq)]
#[field(length = 3..=9, check = letters)]
struct Ticket(String);

fn letters(text: &str) -> Result<(), &'static str> {
    if text.chars().all(char::is_alphanumeric) { Ok(()) } else { Err("letters and digits only") }
}

#[derive(Field, Debug, PartialEq)]
#[field(range = 1..=100)]
struct Percent {
    value: u8,
}

#[derive(Choice, Debug, PartialEq)]
enum Team {
    Ops,
    Web,
}

#[derive(Field, Debug, PartialEq)]
#[field(items = 1..)]
struct Teams(Vec<Team>);

#[derive(Field, Debug, PartialEq)]
struct Maybe(Option<u8>);

#[derive(Field, Debug, PartialEq)]
struct Mail<T: Field>(T);

#[derive(Field, Debug, PartialEq)]
#[field(format = "email")]
struct Address(Box<str>);

#[derive(Form, Debug, PartialEq)]
struct F {
    #[form(default = "ABC1")]
    ticket: Ticket,
    other: Option<Ticket>,
    #[form(range = 50.., default = 60)]
    percent: Percent,
    teams: Teams,
    maybe: Maybe,
    mail: Mail<Option<Address>>,
}

fn faults(answer: Value) -> Vec<(String, &'static str)> {
    match decode::<F>(Some(&answer), F::schema(), Policy::Portable) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|error| (error.field().to_owned(), error.rule().as_str())).collect(),
    }
}

fn main() {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "ticket": {"type": "string", "minLength": 3, "maxLength": 9, "default": "ABC1"},
                "other": {"type": "string", "minLength": 3, "maxLength": 9},
                "percent": {"type": "integer", "minimum": 50, "maximum": 100, "default": 60},
                "teams": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["Ops", "Web"]}},
                "maybe": {"type": "integer", "minimum": 0, "maximum": 255},
                "mail": {"type": "string", "maxLength": 4096, "format": "email"},
            },
            "required": ["ticket", "percent", "teams"],
        })
    );
    let answer = json!({"ticket": "T17", "percent": 75, "teams": ["Web"]});
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!(
        read,
        F {
            ticket: Ticket("T17".into()),
            other: None,
            percent: Percent { value: 75 },
            teams: Teams(vec![Team::Web]),
            maybe: Maybe(None),
            mail: Mail(None),
        }
    );
    assert_eq!(
        faults(json!({"ticket": "a-b", "other": "ab", "percent": 49, "teams": [], "mail": "nobody"})),
        [
            ("ticket".into(), "check"),
            ("other".into(), "minLength"),
            ("percent".into(), "minimum"),
            ("teams".into(), "minItems"),
            ("mail".into(), "format"),
        ]
    );
    let _ = Team::Ops;
}
