//! `length`, `range`, `items`, `format` and `default`.
#![allow(dead_code)]

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

fn property<F: Form>(name: &str) -> Value {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    schema["properties"][name].clone()
}

// Case shape-no-rust-int-formats.
#[derive(Form)]
struct Numbers {
    a: u8,
    b: i32,
    c: f32,
    d: i64,
    e: usize,
}

fn numbers() {
    assert_eq!(
        Numbers::schema().json_text(),
        concat!(
            r#"{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":255},"#,
            r#""b":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"c":{"type":"number"},"#,
            r#""d":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"#,
            r#""e":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":["a","b","c","d","e"]}"#
        )
    );
    let read: Numbers =
        decode(Some(&json!({"a": 3.0, "b": -1, "c": 0.5, "d": 0, "e": 1e2})), Numbers::schema(), Policy::Portable).unwrap();
    assert_eq!((read.a, read.b, read.c, read.d, read.e), (3, -1, 0.5, 0, 100));
}

const MOST: u8 = 9;
const LEAST: f64 = -0.5;

#[derive(Form)]
struct Limits {
    // Case con-integer-bounds-no-trailing-fraction.
    #[form(range = 1..=3)]
    whole: u8,
    // Case con-float-bounds-allowed.
    #[form(range = 0.5..=99.5, default = 95.5)]
    fraction: f64,
    #[form(range = 1..)]
    from: u8,
    #[form(range = ..=(MOST - 1))]
    to: Option<u8>,
    #[form(range = LEAST..=1)]
    constant: f64,
    #[form(range = -5..=-2, default = -3)]
    negative: i8,
    #[form(length = 3..=200)]
    text: String,
    #[form(length = ..=10_000)]
    long: Box<str>,
    #[form(length = 1..)]
    some: Option<String>,
}

fn limits() {
    let text = Limits::schema().json_text();
    for part in [
        r#""whole":{"type":"integer","minimum":1,"maximum":3}"#,
        r#""fraction":{"type":"number","minimum":0.5,"maximum":99.5,"default":95.5}"#,
        r#""from":{"type":"integer","minimum":1,"maximum":255}"#,
        r#""to":{"type":"integer","minimum":0,"maximum":8}"#,
        r#""constant":{"type":"number","minimum":-0.5,"maximum":1}"#,
        r#""negative":{"type":"integer","minimum":-5,"maximum":-2,"default":-3}"#,
        r#""text":{"type":"string","minLength":3,"maxLength":200}"#,
        r#""long":{"type":"string","maxLength":10000}"#,
        r#""some":{"type":"string","minLength":1,"maxLength":4096}"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[derive(Choice, Clone, Copy)]
enum K {
    A,
    B,
}

const NAME: &str = "ada";
const FOUR: u8 = 4;

#[derive(Form)]
struct Defaults {
    // Case def-f32-literal-not-widened.
    #[form(default = 0.1)]
    r: f32,
    #[form(default = "A")]
    literal: K,
    #[form(default = K::B)]
    variant: Option<K>,
    #[form(default = ["A", "B"])]
    literals: Vec<K>,
    #[form(default = [K::B])]
    variants: Vec<K>,
    #[form(default = true)]
    yes: bool,
    #[form(default = 'x')]
    letter: char,
    #[form(default = NAME)]
    name: String,
    #[form(default = FOUR)]
    count: Option<u8>,
    #[form(default = FOUR * 2)]
    sum: u8,
    #[form(default = "2026-02-28")]
    day: jiff::civil::Date,
    #[form(default = jiff::civil::date(2026, 3, 1))]
    later: Option<jiff::civil::Date>,
    #[form(default = 1)]
    number: f64,
}

fn defaults() {
    for (field, default) in [
        ("r", json!(0.1)),
        ("literal", json!("A")),
        ("variant", json!("B")),
        ("literals", json!(["A", "B"])),
        ("variants", json!(["B"])),
        ("yes", json!(true)),
        ("letter", json!("x")),
        ("name", json!("ada")),
        ("count", json!(4)),
        ("sum", json!(8)),
        ("day", json!("2026-02-28")),
        ("later", json!("2026-03-01")),
        ("number", json!(1)),
    ] {
        assert_eq!(property::<Defaults>(field)["default"], default, "{field}");
    }
    assert!(Defaults::schema().faults().is_empty());
    // A default is data for the client: it is never filled in.
    assert!(decode::<Defaults>(Some(&json!({})), Defaults::schema(), Policy::Portable).is_err());
}

const TOO_MANY: u8 = 9;

#[derive(Form)]
struct Refused {
    #[form(range = 1..=3, default = TOO_MANY)]
    a: u8,
    #[form(format = "email", default = "nobody")]
    b: String,
    #[form(default = "2026-02-30")]
    c: jiff::civil::Date,
}

fn refused_defaults_are_left_out_and_told() {
    for field in ["a", "b", "c"] {
        assert_eq!(property::<Refused>(field).get("default"), None, "{field}");
    }
    let paths: Vec<_> = Refused::schema().faults().iter().map(|fault| fault.path()).collect();
    assert_eq!(paths, ["/properties/a/default", "/properties/b/default", "/properties/c/default"]);
}

/// Bounds that are computed: of numbers beyond `i32`, and of constants of the type itself.
#[derive(Form)]
struct Computed {
    #[form(range = 1 << 2..=10 * 1024 * 1024 * 1024)]
    bytes: u64,
    #[form(range = -(1 << 40)..)]
    below: i64,
    #[form(length = Self::LEAST..=Self::LEAST + 2)]
    text: String,
    #[form(range = 1_000 - 1..=u16::MAX)]
    port: u16,
}

impl Computed {
    const LEAST: usize = 3;
}

#[derive(askback::Field)]
#[field(range = ..=Self::MOST)]
struct Capped(u8);

impl Capped {
    const MOST: u8 = 9;
}

#[derive(Form)]
struct HoldsCapped {
    capped: Capped,
}

fn computed() {
    let bounds = |name: &str| {
        let schema: serde_json::Value = serde_json::from_str(Computed::schema().json_text()).unwrap();
        let field = &schema["properties"][name];
        (field["minimum"].clone(), field["maximum"].clone())
    };
    assert_eq!(bounds("bytes"), (4.into(), 10_737_418_240_u64.into()));
    assert_eq!(bounds("below").0, serde_json::json!(-1_099_511_627_776_i64));
    assert_eq!(bounds("port"), (999.into(), 65_535.into()));
    assert!(Computed::schema().json_text().contains(r#""minLength":3,"maxLength":5"#));
    assert!(HoldsCapped::schema().json_text().contains(r#""maximum":9"#));
}

fn main() {
    computed();
    numbers();
    limits();
    defaults();
    refused_defaults_are_left_out_and_told();
}
