//! A choice in a crate that has neither `std` nor a prelude and forbids what it can: every key, every way to give a title.
#![no_std]
#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

extern crate askback as asking;
extern crate std;

use ::asking::Choice as _;
use ::asking::Form as _;
use ::core::convert::Into as _;
use ::std::{assert_eq, option::Option::Some};

mod facade {
    /// Under another name, from here.
    pub(crate) use ::asking::Choice as Picked;
    pub(crate) use ::asking as inner;
}

/// With titles.
#[derive(facade::Picked, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[choice(crate = crate::facade::inner, rename_all = "lowercase", legacy)]
pub enum Titled {
    /// From the docs
    Docs,
    #[doc = ::core::concat!("From a ", "macro")]
    Macro,
    /// Not this
    #[choice(title = "From a key", rename = "KEY")]
    Key,
    #[allow(missing_docs)]
    Nothing,
}

/// Without.
#[derive(facade::Picked, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[choice(crate = "facade::inner")]
#[allow(missing_docs)]
pub enum Untitled {
    Only,
}

/// Asks for both.
#[derive(::asking::Form, ::core::fmt::Debug)]
#[form(crate = ::asking)]
pub struct Both {
    #[form(default = "KEY")]
    titled: Titled,
    untitled: ::core::option::Option<Untitled>,
}

fn main() {
    assert_eq!(
        Both::schema().json_text(),
        ::core::concat!(
            r#"{"type":"object","properties":{"titled":{"type":"string","enum":["docs","macro","KEY","nothing"],"#,
            r#""enumNames":["From the docs","From a macro","From a key","Nothing"],"default":"KEY"},"#,
            r#""untitled":{"type":"string","enum":["Only"]}},"required":["titled"]}"#
        )
    );
    assert_eq!(Titled::from_value("macro"), Some(Titled::Macro));
    assert_eq!(Untitled::Only.value(), "Only");
    let answer = ::serde_json::json!({"titled": "docs", "untitled": "Only"});
    let read: Both =
        ::asking::form::decode(Some(&answer), Both::schema(), ::asking::form::Policy::Strict).expect("a good answer");
    assert_eq!((read.titled, read.untitled), (Titled::Docs, Some(Untitled::Only)));
    assert_eq!((Titled::Key.title(), Titled::Nothing.title()), ("From a key", "Nothing"));
}
