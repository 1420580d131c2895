//! Case cfg-on-field-and-variant: what is configured away is no part of the form, whatever is wrong with it.

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Choice, Debug, PartialEq)]
enum K {
    A,
    #[cfg(any())]
    B(NoSuchType),
    #[cfg(all())]
    C,
    #[cfg_attr(all(), choice(rename = "dee"), doc = "Dee")]
    #[cfg_attr(any(), choice(rename = "A"))]
    D,
}

#[derive(Form, Debug)]
#[cfg_attr(all(), form(rename_all = "kebab-case"))]
#[cfg_attr(any(), form(no_such_key))]
struct Configured {
    a_text: String,
    #[cfg(any())]
    gone: NoSuchType,
    #[cfg(any())]
    #[form(rename = "a-text", range = 5..=1)]
    password: Option<Option<u8>>,
    k: K,
    #[cfg_attr(all(), form(range = 1..), doc = "How many")]
    #[cfg_attr(any(), form(length = 1..))]
    n: u8,
    #[cfg(not(any()))]
    s: Share,
}

#[derive(Field, Debug)]
struct Share(
    #[cfg(any())] NoSuchType,
    #[cfg(all())] u8,
);

/// Nothing is left but a unit struct's worth of fields: one of two.
#[derive(Form)]
struct OneOfTwo {
    #[cfg(any())]
    a: u8,
    #[cfg(not(any()))]
    a: bool,
}

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

fn main() {
    assert_eq!(
        schema::<Configured>(),
        json!({
            "type": "object",
            "properties": {
                "a-text": {"type": "string", "maxLength": 4096},
                "k": {"type": "string", "oneOf": [
                    {"const": "A", "title": "A"},
                    {"const": "C", "title": "C"},
                    {"const": "dee", "title": "Dee"},
                ]},
                "n": {"type": "integer", "description": "How many", "minimum": 1, "maximum": 255},
                "s": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "required": ["a-text", "k", "n", "s"],
        })
    );
    let read: Configured =
        decode(Some(&json!({"a-text": "x", "k": "C", "n": 1, "s": 2})), Configured::schema(), Policy::Portable).unwrap();
    assert_eq!((read.a_text.as_str(), read.k, read.n, read.s.0), ("x", K::C, 1, 2));
    assert_eq!(K::from_value("dee"), Some(K::D));
    assert_eq!(K::A.value(), "A");
    let read: OneOfTwo = decode(Some(&json!({"a": true})), OneOfTwo::schema(), Policy::Portable).unwrap();
    assert!(read.a);
}
