// Cases shape-nested-struct-is-compile-error, shape-map-tuple-value-are-compile-errors, shape-i128-rejected,
// ty-naive-datetime-rejected, diag-trait-bound-error-points-at-field.
use std::collections::BTreeMap;

use askback::Form;

#[derive(Form)]
struct Inner {
    x: i32,
}

#[derive(Form)]
struct Nested {
    inner: Inner,
}

#[derive(Form)]
struct Free {
    map: BTreeMap<String, String>,
    tuple: (u8, u8),
    value: serde_json::Value,
}

#[derive(Form)]
struct Wide {
    ok: u8,
    a: u128,
    #[form(range = 1..)]
    b: i128,
}

#[derive(Form)]
struct NoOffset {
    t: chrono::NaiveDateTime,
}

fn main() {}
