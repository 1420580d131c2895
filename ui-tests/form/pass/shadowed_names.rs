//! Cases hyg-prelude-names-shadowed and hyg-result-alias: names of the prelude mean something else here.
#![allow(dead_code, non_camel_case_types)]

use askback::Form as _;
use askback::form::{Policy, decode};

struct Option;
struct String;
struct Vec;
struct Some;
struct Box;
struct Ok;
struct Err;
struct Send;
struct Sized;
struct Default;
struct From;
struct Into;
struct Iterator;
struct Clone;
struct str;
struct bool;
struct u8;
struct usize;
struct i128;
struct f64;
type Result<T> = std::result::Result<T, ()>;
enum Never {
    None,
}
use Never::None;
mod core {}
mod alloc {}
mod std_shadow {}
macro_rules! panic { () => { () } }
macro_rules! matches { () => { () } }
macro_rules! concat { () => { () } }
macro_rules! format { () => { () } }
macro_rules! vec { () => { () } }

#[derive(askback::Form)]
#[form(check = together)]
struct F {
    a: std::string::String,
    #[form(range = 1..=LIMIT, default = 2, check = even)]
    b: std::option::Option<std::primitive::u8>,
    k: K,
    ks: std::vec::Vec<K>,
    n: N,
}

const LIMIT: std::primitive::u8 = 9;

fn even(b: &std::primitive::u8) -> std::result::Result<(), &'static std::primitive::str> {
    if *b % 2 == 0 { std::result::Result::Ok(()) } else { std::result::Result::Err("odd") }
}

fn together(_: &F) -> std::result::Result<(), &'static std::primitive::str> {
    std::result::Result::Ok(())
}

#[derive(askback::Choice)]
enum K {
    /// One
    A,
}

#[derive(askback::Field)]
struct N(std::string::String);

fn uses() -> Result<()> {
    let _ = (panic!(), matches!(), concat!(), format!(), vec!(), None);
    std::result::Result::Ok(())
}

fn main() {
    assert_eq!(
        F::schema().json_text(),
        r#"{"type":"object","properties":{"a":{"type":"string","maxLength":4096},"b":{"type":"integer","minimum":1,"maximum":9,"default":2},"k":{"type":"string","oneOf":[{"const":"A","title":"One"}]},"ks":{"type":"array","maxItems":1,"items":{"anyOf":[{"const":"A","title":"One"}]}},"n":{"type":"string","maxLength":4096}},"required":["a","k","n"]}"#
    );
    let answer = serde_json::json!({"a": "x", "b": 4, "k": "A", "n": "y"});
    let read = decode::<F>(std::option::Option::Some(&answer), F::schema(), Policy::Portable);
    let std::result::Result::Ok(read) = read else { std::panic!("a good answer") };
    assert_eq!((read.a.as_str(), read.b, read.ks.len(), read.n.0.as_str()), ("x", std::option::Option::Some(4), 0, "y"));
    let _ = uses();
}
