//! Case hyg-struct-named-like-trait: items, fields and variants that are called as what expansions name.
#![allow(dead_code)]

use askback::form::{Policy, decode};

#[derive(askback::Form)]
struct Form {
    a: String,
    c: Choice,
    f: Field,
}

#[derive(askback::Choice, Debug, PartialEq)]
enum Choice {
    A,
}

#[derive(askback::Field)]
struct Field(u8);

#[derive(askback::Form)]
struct Schema {
    reader: Reader,
    self_: Option<bool>,
    askback: u8,
    __askback_reader: u8,
    __askback_0: u8,
    schema: u8,
    decode: u8,
    check: u8,
}

#[derive(askback::Choice, Debug, PartialEq)]
enum Reader {
    Some,
    None,
    Ok,
    Err,
}

#[derive(askback::Choice, Debug, PartialEq)]
enum Value {
    Value,
    Self_,
    String,
}

#[derive(askback::Form)]
#[allow(non_camel_case_types)]
struct askback_form<String: askback::Field, const N: usize> {
    #[form(length = ..=N)]
    text: std::string::String,
    value: String,
}

fn main() {
    use askback::Form as _;
    assert_eq!(Form::schema().fields().len(), 3);
    let answer = serde_json::json!({
        "reader": "None", "askback": 1, "__askback_reader": 2, "__askback_0": 3, "schema": 4, "decode": 5, "check": 6,
    });
    let read: Schema = decode(Some(&answer), Schema::schema(), Policy::Portable).unwrap();
    assert_eq!((read.reader, read.self_), (Reader::None, None));
    assert_eq!(
        [read.askback, read.__askback_reader, read.__askback_0, read.schema, read.decode, read.check],
        [1, 2, 3, 4, 5, 6]
    );
    let answer = serde_json::json!({"text": "x", "value": "Self_"});
    let read: askback_form<Value, 1> = decode(Some(&answer), askback_form::<Value, 1>::schema(), Policy::Portable).unwrap();
    assert_eq!((read.text.as_str(), read.value), ("x", Value::Self_));
}
