//! Newtypes whose inner type is found by way of traits: associated types, `where` clauses about them, constants of them.

use std::fmt;

use askback::form::{Policy, Present, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

/// What is measured, and in what.
trait Unit: Send + 'static {
    type Value: Field<Presence = Present> + fmt::Debug + PartialEq;
    const MOST: u32;
    const PREFIX: &'static str = "";

    fn fits(_: &Self::Value) -> Result<(), String> {
        Ok(())
    }
}

#[derive(Debug, PartialEq)]
struct Metres;

impl Unit for Metres {
    type Value = u32;
    const MOST: u32 = 8848;

    fn fits(value: &u32) -> Result<(), String> {
        if *value != 13 { Ok(()) } else { Err("no floor has this height".to_owned()) }
    }
}

#[derive(Debug, PartialEq)]
struct Grade;

impl Unit for Grade {
    type Value = Mark;
    const MOST: u32 = 6;
}

#[derive(Choice, Debug, PartialEq)]
enum Mark {
    Good,
    Bad,
}

/// The type parameter is only what leads to the inner type.
#[derive(Field, Debug, PartialEq)]
#[field(check = U::fits)]
struct Amount<U: Unit>(U::Value);

#[derive(Field, Debug, PartialEq)]
struct Qualified<U>(<U as Unit>::Value)
where
    U: Unit,
    U::Value: Clone;

/// A bound that the parameter knows.
#[derive(Field, Debug, PartialEq)]
#[field(range = 1..=U::MOST)]
struct Limited<U: Unit<Value = u32>>(U::Value);

/// Of a type that is no parameter at all.
#[derive(Field, Debug, PartialEq)]
struct Item(<Vec<Option<bool>> as IntoIterator>::Item);

/// Through a function's output, as aliases of libraries are.
type Output<F> = <F as Returns>::Output;

trait Returns {
    type Output;
}

impl<T> Returns for fn() -> T {
    type Output = T;
}

#[derive(Field, Debug, PartialEq)]
#[field(length = 2..)]
struct Returned {
    value: Output<fn() -> String>,
}

#[derive(Form, Debug, PartialEq)]
struct F<U: Unit> {
    height: Amount<Metres>,
    any: Amount<U>,
    again: Option<Amount<U>>,
    qualified: Qualified<Metres>,
    limited: Limited<Metres>,
    item: Item,
    returned: Returned,
}

fn main() {
    let schema: Value = serde_json::from_str(F::<Grade>::schema().json_text()).unwrap();
    let whole = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});
    let mark = json!({"type": "string", "enum": ["Good", "Bad"]});
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "height": whole,
                "any": mark,
                "again": mark,
                "qualified": whole,
                "limited": {"type": "integer", "minimum": 1, "maximum": 8848},
                "item": {"type": "boolean"},
                "returned": {"type": "string", "minLength": 2, "maxLength": 4096},
            },
            "required": ["height", "any", "qualified", "limited", "returned"],
        })
    );
    let answer = json!({"height": 12, "any": "Bad", "qualified": 1, "limited": 8848, "item": true, "returned": "ab"});
    let read: F<Grade> = decode(Some(&answer), F::<Grade>::schema(), Policy::Portable).unwrap();
    assert_eq!(
        read,
        F {
            height: Amount(12),
            any: Amount(Mark::Bad),
            again: None,
            qualified: Qualified(1),
            limited: Limited(8848),
            item: Item(Some(true)),
            returned: Returned { value: "ab".to_owned() },
        }
    );
    let answer = json!({"height": 13, "any": "Good", "again": "Fair", "qualified": -1, "limited": 0, "returned": "a"});
    let errors = decode::<F<Grade>>(Some(&answer), F::<Grade>::schema(), Policy::Portable).unwrap_err();
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(
        rules,
        [("height", "check"), ("again", "enum"), ("qualified", "minimum"), ("limited", "minimum"), ("returned", "minLength")]
    );
    assert_eq!((Metres::PREFIX, Mark::Good.value()), ("", "Good"));
}
