//! Case lint-strict-crate: expansions are silent where lints are strict.
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
    missing_copy_implementations,
    non_ascii_idents,
    redundant_lifetimes,
    unit_bindings,
    unused_import_braces,
    unused_macro_rules,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![forbid(unsafe_code)]

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

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
#[derive(Field, Debug, Clone, Copy)]
#[field(range = 1..=100)]
pub struct Share(pub u8);

/// Generic.
#[derive(Form, Debug)]
pub struct Generic<T: Field> {
    /// A field.
    pub a: T,
}

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).expect("a schema is JSON")
}

fn main() {
    assert_eq!(schema::<Strict>()["required"], json!(["a", "b", "d"]));
    assert_eq!(schema::<Generic<bool>>()["required"], json!(["a"]));
    let strict: Strict =
        decode(Some(&json!({"a": "x", "b": 0.25, "d": 7})), Strict::schema(), Policy::Portable).expect("a good answer");
    assert_eq!((strict.a.as_str(), strict.c.is_none(), strict.d.0), ("x", true, 7));
}
