//! Every standard field type: its schema and its reading.

use std::collections::{BTreeSet, HashSet};

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

fn read<F: Form>(answer: Value) -> Result<F, Vec<(String, &'static str)>> {
    decode(Some(&answer), F::schema(), Policy::Portable)
        .map_err(|errors| errors.iter().map(|error| (error.field().to_owned(), error.rule().as_str())).collect())
}

// Case shape-option-is-not-nullable.
#[derive(Form, Debug, PartialEq)]
struct Options {
    a: String,
    b: Option<String>,
    c: Option<u8>,
}

fn options() {
    assert_eq!(
        schema::<Options>(),
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "maxLength": 4096},
                "b": {"type": "string", "maxLength": 4096},
                "c": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "required": ["a"],
        })
    );
    assert_eq!(read(json!({"a": "x"})), Ok(Options { a: "x".into(), b: None, c: None }));
    assert_eq!(read::<Options>(json!({"c": 256})), Err(vec![("a".into(), "missing"), ("c".into(), "maximum")]));
}

#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum K {
    A,
    B,
}

// Cases shape-vec-enum, shape-set-enum-no-uniqueitems.
#[derive(Form, Debug, PartialEq)]
struct Lists {
    #[form(items = 1..=2)]
    ks: Vec<K>,
    sorted: BTreeSet<K>,
    hashed: HashSet<K>,
    perhaps: Option<Vec<K>>,
}

fn lists() {
    let list = json!({"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["A", "B"]}});
    let mut first = list.clone();
    first["minItems"] = json!(1);
    assert_eq!(
        schema::<Lists>(),
        json!({
            "type": "object",
            "properties": {"ks": first, "sorted": list, "hashed": list, "perhaps": list},
            "required": ["ks"],
        })
    );
    assert_eq!(
        read(json!({"ks": ["B"], "hashed": ["A"]})),
        Ok(Lists { ks: vec![K::B], sorted: BTreeSet::new(), hashed: HashSet::from([K::A]), perhaps: None })
    );
    assert_eq!(read::<Lists>(json!({"ks": []})), Err(vec![("ks".into(), "minItems")]));
    assert_eq!(read::<Lists>(json!({"ks": ["C"]})), Err(vec![("ks".into(), "enum")]));
}

fn main() {
    options();
    lists();
}
