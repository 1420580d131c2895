//! Case lint-deprecated-field: an item, a field, a variant or a function that is deprecated warns where the author uses
//! it, and not in expansions.
#![deny(warnings)]

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::json;

#[derive(Form, Debug)]
struct Deprecated {
    #[deprecated]
    #[allow(dead_code)]
    old: Option<String>,
    new: String,
}

#[derive(Choice, Debug)]
enum DeprecatedVariant {
    #[deprecated]
    A,
    B,
}

#[deprecated = "ask with `Deprecated`"]
#[derive(Form, Debug)]
pub struct OldForm {
    #[deprecated(since = "1.0.0", note = "not asked any more")]
    pub old: u8,
    pub level: Option<u8>,
}

#[deprecated]
#[derive(Choice, Debug)]
pub enum OldChoice {
    #[deprecated]
    A,
}

#[deprecated]
#[derive(Field, Debug)]
pub struct OldNumber(#[deprecated] pub u8);

fn main() {
    let read: Deprecated = decode(Some(&json!({"new": "x"})), Deprecated::schema(), Policy::Portable).unwrap();
    assert_eq!(read.new, "x");
    assert_eq!(DeprecatedVariant::options().len(), 2);
    assert!(matches!(DeprecatedVariant::from_value("B"), Some(DeprecatedVariant::B)));
}
