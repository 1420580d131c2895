//! A newtype in a crate that has neither `std` nor a prelude and forbids what it can: every key, by the path of a facade.
#![no_std]
#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, trivial_casts, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

extern crate alloc;
extern crate askback as asking;
extern crate std;

use ::asking::Form as _;
use ::core::convert::Into as _;
use ::core::option::Option::{None, Some};
use ::core::result::Result::{self, Err, Ok};
use ::std::assert_eq;

mod facade {
    pub(crate) use ::asking as inner;
}

/// A choice.
#[derive(facade::inner::Choice, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[choice(crate = facade::inner)]
#[allow(missing_docs)]
pub enum K {
    A,
    B,
}

/// A text.
#[derive(facade::inner::Field, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[field(crate = crate::facade::inner, length = 6..=20, format = "email", check = rules::local)]
pub struct Text(alloc::string::String);

/// A number.
#[derive(facade::inner::Field, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[field(crate = "crate::facade::inner", range = LEAST..)]
pub struct Number {
    value: i64,
}

/// A list.
#[derive(facade::inner::Field, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[field(crate = facade::inner, items = 1..)]
pub struct List(alloc::vec::Vec<K>);

/// Anything.
#[derive(facade::inner::Field, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[field(crate = ::asking)]
pub struct Any<T: ::asking::Field>(T);

const LEAST: i64 = -5;

mod rules {
    /// Of this place.
    pub(super) fn local(text: &::core::primitive::str) -> super::Result<(), &'static ::core::primitive::str> {
        if text.ends_with("@example.com") { super::Ok(()) } else { super::Err("not of here") }
    }
}

/// Asks for all.
#[derive(::asking::Form, ::core::fmt::Debug)]
#[form(crate = ::asking)]
pub struct All {
    text: Text,
    number: ::core::option::Option<Number>,
    list: List,
    any: Any<::core::option::Option<::core::primitive::char>>,
}

fn main() {
    assert_eq!(
        All::schema().json_text(),
        ::core::concat!(
            r#"{"type":"object","properties":{"#,
            r#""text":{"type":"string","minLength":6,"maxLength":20,"format":"email"},"#,
            r#""number":{"type":"integer","minimum":-5,"maximum":9007199254740991},"#,
            r#""list":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["A","B"]}},"#,
            r#""any":{"type":"string","minLength":1,"maxLength":1}},"required":["text","list"]}"#
        )
    );
    let read = |answer: ::serde_json::Value| -> Result<All, ::asking::form::FieldErrors> {
        ::asking::form::decode(Some(&answer), All::schema(), ::asking::form::Policy::Strict)
    };
    let good = read(::serde_json::json!({"text": "a@example.com", "number": -5, "list": ["B"]})).expect("a good answer");
    assert_eq!((good.number, good.list, good.any), (Some(Number { value: -5 }), List(::alloc::vec![K::B]), Any(None)));
    assert_eq!(good.text.0, "a@example.com");
    let Err(errors) = read(::serde_json::json!({"text": "a@example.org", "number": -6, "list": [], "any": "ab"})) else {
        ::core::panic!("a bad answer")
    };
    let rules: alloc::vec::Vec<_> = ::core::iter::Iterator::collect(::core::iter::Iterator::map(errors.iter(), |error| {
        (alloc::borrow::ToOwned::to_owned(error.field()), error.rule().as_str())
    }));
    let rules: alloc::vec::Vec<_> = ::core::iter::Iterator::collect(::core::iter::Iterator::map(rules.iter(), |(field, rule)| (&**field, *rule)));
    assert_eq!(rules, [("text", "check"), ("number", "minimum"), ("list", "minItems"), ("any", "maxLength")]);
    assert_eq!(<K as ::asking::Choice>::value(&K::A), "A");
}
