//! `json_schema`: `schemars` is given the very same schema.
#![allow(dead_code)]

use askback::{Choice, Form};
use serde_json::json;

#[derive(Choice)]
enum K {
    /// Is A
    A,
    B,
}

#[derive(Form)]
#[form(json_schema)]
struct Both {
    /// Why?
    #[form(length = 3..=200)]
    reason: String,
    k: Option<K>,
    #[form(items = 1..=2)]
    ks: Vec<K>,
}

// Without the key there is no impl that a derive could clash with.
#[derive(Form, schemars::JsonSchema)]
#[allow(dead_code)]
struct Own {
    a: u8,
}

fn main() {
    let mut generator = schemars::SchemaGenerator::default();
    let schema = <Both as schemars::JsonSchema>::json_schema(&mut generator);
    assert_eq!(schema.as_value(), &Both::schema().to_json());
    assert_eq!(<Both as schemars::JsonSchema>::schema_name(), "Both");
    // As a part of another schema it is referred to by name, and defined once.
    let outer = serde_json::to_value(schemars::schema_for!(Vec<Both>)).unwrap();
    assert_eq!(outer["items"], json!({"$ref": "#/$defs/Both"}));
    assert_eq!(outer["$defs"]["Both"], Both::schema().to_json());
    assert_eq!(Own::schema().fields().len(), 1);
    let _ = (K::A, K::B);
}
