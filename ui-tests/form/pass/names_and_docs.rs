//! Wire names, titles, descriptions.
#![allow(dead_code)]

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

fn names<F: Form>() -> Vec<String> {
    F::schema().fields().iter().map(|field| field.name().to_owned()).collect()
}

// Case ren-rename-all-both-directions.
#[derive(Form)]
#[form(rename_all = "camelCase")]
struct Renamed {
    user_name: String,
    #[form(rename = "type")]
    kind: String,
}

// Case ren-directional-serde-rename.
#[derive(Form, serde::Serialize, serde::Deserialize)]
#[serde(rename_all(serialize = "snake_case", deserialize = "camelCase"))]
struct Directional {
    user_name: String,
    #[serde(rename(serialize = "out", deserialize = "in"), alias = "also")]
    both: u8,
    #[serde(rename = "theirs")]
    #[form(rename = "ours")]
    mine: u8,
}

// Case ren-raw-identifier-variant-and-handler, as far as it concerns forms.
#[derive(Choice, Debug, PartialEq)]
enum K {
    r#Async,
    B,
}

#[derive(Form)]
struct Raw {
    r#type: K,
    r#move: Option<u8>,
}

#[derive(Form)]
#[form(rename_all = "SCREAMING-KEBAB-CASE")]
struct Loud {
    user_name: u8,
}

fn renames() {
    assert_eq!(names::<Renamed>(), ["userName", "type"]);
    assert_eq!(schema::<Renamed>()["required"], json!(["userName", "type"]));
    let read: Renamed =
        decode(Some(&json!({"userName": "a", "type": "b"})), Renamed::schema(), Policy::Portable).unwrap();
    assert_eq!((read.user_name.as_str(), read.kind.as_str()), ("a", "b"));
    let Err(errors) = decode::<Renamed>(Some(&json!({"user_name": "a", "type": "b"})), Renamed::schema(), Policy::Portable)
    else {
        panic!()
    };
    assert_eq!(errors.iter().map(|error| (error.field(), error.rule().as_str())).collect::<Vec<_>>(), [("userName", "missing")]);

    assert_eq!(names::<Directional>(), ["userName", "in", "ours"]);
    assert_eq!(names::<Raw>(), ["type", "move"]);
    assert_eq!(names::<Loud>(), ["USER-NAME"]);
    let raw: Raw = decode(Some(&json!({"type": "Async"})), Raw::schema(), Policy::Portable).unwrap();
    assert_eq!((raw.r#type, raw.r#move), (K::r#Async, None));
}

/// Words about the whole form are no part of its schema: case shape-root-is-closed.
#[derive(Form)]
struct Described {
    /// From docs
    #[form(description = "explicit", title = "T")] // Case doc-explicit-description-wins.
    a: String,
    /// Several lines
    /// of docs.
    ///
    /// And a paragraph.
    b: String,
    c: String,
}

fn docs() {
    let schema = schema::<Described>();
    assert_eq!(schema["properties"]["a"], json!({"type": "string", "title": "T", "description": "explicit", "maxLength": 4096}));
    assert_eq!(schema["properties"]["b"]["description"], json!("Several lines of docs. And a paragraph."));
    assert_eq!(schema["properties"]["c"].get("description"), None);
    let keys: Vec<_> = schema.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["type", "properties", "required"]);
}

// Case shape-required-omitted-when-empty.
#[derive(Form)]
struct AllOptional {
    a: Option<String>,
}

// Case shape-empty-struct: a form without fields says so by being a unit struct.
#[derive(Form, Debug, PartialEq)]
struct Acknowledged;

fn empty() {
    assert_eq!(schema::<AllOptional>().get("required"), None);
    assert_eq!(Acknowledged::schema().json_text(), r#"{"type":"object","properties":{}}"#);
    assert_eq!(decode(Some(&json!({})), Acknowledged::schema(), Policy::Portable), Ok(Acknowledged));
}

// Property order is declaration order, and the schema is built once.
#[derive(Form)]
struct Ordered {
    z: u8,
    a: u8,
    m: u8,
}

fn order() {
    assert_eq!(names::<Ordered>(), ["z", "a", "m"]);
    assert!(std::ptr::eq(Ordered::schema(), Ordered::schema()));
}

fn main() {
    renames();
    docs();
    empty();
    order();
}
