//! Case hyg-no-implicit-prelude: expansions need nothing of the prelude.
#![no_implicit_prelude]
#![allow(dead_code)]

use ::askback::Form as _;
use ::std::iter::FromIterator as _;
use ::std::{assert, assert_eq, string::ToString as _};

#[derive(::askback::Form)]
#[form(check = check, json_schema)]
struct F {
    #[form(length = 1..=5, title = "T", default = "x", check = rule)]
    a: ::std::string::String,
    k: K,
    #[form(items = 1.., default = ["A"])]
    ks: ::std::vec::Vec<K>,
    #[form(choices)]
    open: ::std::string::String,
    n: N,
    /// May be absent,
    #[doc = ::std::concat!("or ", "not")]
    maybe: ::std::option::Option<f64>,
}

fn rule(_: &::std::string::String) -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Ok(())
}

fn check(_: &F) -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Ok(())
}

#[derive(::askback::Choice, ::std::fmt::Debug, ::std::cmp::PartialEq)]
enum K {
    /// Title
    A,
    B,
}

#[derive(::askback::Field)]
#[field(range = 1.., check = small)]
struct N(u8);

fn small(_: &u8) -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Ok(())
}

#[derive(::askback::Form)]
struct G<T: ::askback::Field> {
    a: T,
}

fn main() {
    let text = F::schema().json_text();
    assert!(text.contains(r#""required":["a","k","ks","open","n"]"#), "{text}");
    assert!(text.contains(r#""description":"May be absent, or not""#), "{text}");
    let answer = ::serde_json::Value::from_iter([("a", true)]);
    let read = ::askback::form::decode::<G<bool>>(
        ::std::option::Option::Some(&answer),
        G::<bool>::schema(),
        ::askback::form::Policy::Portable,
    );
    assert!(::std::matches!(read, ::std::result::Result::Ok(G { a: true })));
    assert_eq!(<K as ::askback::Choice>::value(&K::B).to_string(), "B");
}
