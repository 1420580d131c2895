//! Strict lints, `cfg`, deprecated items.
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    missing_debug_implementations,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_lifetimes,
    unused_results,
    clippy::all,
    clippy::pedantic
)]
#![forbid(unsafe_code)]

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

// Case lint-strict-crate.
/// A form.
#[derive(Form, Debug)]
#[form(json_schema)]
pub struct Strict {
    /// A text.
    #[form(length = 1..=MOST, default = "x")]
    pub a: String,
    /// A number.
    #[form(range = ..=HALF)]
    pub b: f32,
    /// A choice.
    #[form(default = Level::High)]
    pub c: Option<Level>,
    /// A newtype.
    pub d: Share,
}

const MOST: usize = 5;
const HALF: f32 = 0.5;

/// A choice.
#[derive(Choice, Debug, Clone, Copy)]
pub enum Level {
    /// Low.
    Low,
    /// High.
    High,
}

/// A newtype.
#[derive(Field, Debug)]
#[field(range = 1..=100)]
pub struct Share(pub u8);

/// Generic.
#[derive(Form, Debug)]
pub struct Generic<T: Field> {
    /// A field.
    pub a: T,
}

// Case cfg-on-field-and-variant.
#[derive(Choice, Debug, PartialEq)]
enum K {
    A,
    #[cfg(any())]
    B(NoSuchType),
    #[cfg(all())]
    C,
}

#[derive(Form, Debug)]
struct Configured {
    a: String,
    #[cfg(any())]
    gone: NoSuchType,
    k: K,
    #[cfg_attr(all(), form(range = 1..))]
    n: u8,
}

// Case lint-deprecated-field.
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

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).expect("a schema is JSON")
}

fn main() {
    assert_eq!(schema::<Strict>()["required"], json!(["a", "b", "d"]));
    assert_eq!(schema::<Generic<bool>>()["required"], json!(["a"]));
    assert_eq!(
        schema::<Configured>(),
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "maxLength": 4096},
                "k": {"type": "string", "enum": ["A", "C"]},
                "n": {"type": "integer", "minimum": 1, "maximum": 255},
            },
            "required": ["a", "k", "n"],
        })
    );
    let configured: Configured =
        decode(Some(&json!({"a": "x", "k": "C", "n": 1})), Configured::schema(), Policy::Portable).expect("a good answer");
    assert_eq!((configured.a.as_str(), &configured.k, configured.n), ("x", &K::C, 1));
    let deprecated: Deprecated =
        decode(Some(&json!({"new": "x"})), Deprecated::schema(), Policy::Portable).expect("a good answer");
    assert_eq!(deprecated.new, "x");
    assert_eq!(DeprecatedVariant::options().len(), 2);
    assert_ne!(configured.k, K::A);
}
