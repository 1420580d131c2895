//! Text-like types, and the types behind features.
#![allow(dead_code)]

use std::borrow::Cow;
use std::sync::Arc;

use askback::Form;
use askback::form::{Policy, decode};
use serde_json::{Value, json};

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

fn read<F: Form>(answer: Value) -> Result<F, Vec<(String, &'static str)>> {
    decode(Some(&answer), F::schema(), Policy::Portable)
        .map_err(|errors| errors.iter().map(|error| (error.field().to_owned(), error.rule().as_str())).collect())
}

// Case ty-string-likes.
#[derive(Form)]
struct Texts {
    a: Box<str>,
    b: Arc<str>,
    c: Cow<'static, str>,
}

// Case shape-char-is-one-code-point.
#[derive(Form, Debug, PartialEq)]
struct Letter {
    c: char,
}

fn texts() {
    let text = json!({"type": "string", "maxLength": 4096});
    assert_eq!(
        schema::<Texts>(),
        json!({"type": "object", "properties": {"a": text, "b": text, "c": text}, "required": ["a", "b", "c"]})
    );
    let texts: Texts = read(json!({"a": "1", "b": "2", "c": "3"})).unwrap();
    assert_eq!((&*texts.a, &*texts.b, &*texts.c), ("1", "2", "3"));

    assert_eq!(
        schema::<Letter>(),
        json!({"type": "object", "properties": {"c": {"type": "string", "minLength": 1, "maxLength": 1}}, "required": ["c"]})
    );
    assert_eq!(read(json!({"c": "é"})), Ok(Letter { c: 'é' }));
    assert_eq!(read::<Letter>(json!({"c": ""})), Err(vec![("c".into(), "minLength")]));
    assert_eq!(read::<Letter>(json!({"c": "ab"})), Err(vec![("c".into(), "maxLength")]));
}

// Case ty-chrono-formats.
#[derive(Form)]
struct Chrono {
    d: chrono::NaiveDate,
    t: chrono::DateTime<chrono::Utc>,
}

#[derive(Form)]
struct Jiff {
    d: jiff::civil::Date,
    t: Option<jiff::Timestamp>,
}

fn dates() {
    let properties = json!({"d": {"type": "string", "format": "date"}, "t": {"type": "string", "format": "date-time"}});
    assert_eq!(schema::<Chrono>(), json!({"type": "object", "properties": properties, "required": ["d", "t"]}));
    assert_eq!(schema::<Jiff>(), json!({"type": "object", "properties": properties, "required": ["d"]}));
    let chrono: Chrono = read(json!({"d": "2026-02-28", "t": "2026-07-28T10:00:00+02:00"})).unwrap();
    assert_eq!(chrono.d.to_string(), "2026-02-28");
    assert_eq!(chrono.t.to_rfc3339(), "2026-07-28T08:00:00+00:00");
    let Err(faults) = read::<Chrono>(json!({"d": "2026-2-3", "t": "2026-07-28T10:00:00Z"})) else { panic!() };
    assert_eq!(faults, [("d".into(), "format")]);
    let jiff: Jiff = read(json!({"d": "2026-02-28"})).unwrap();
    assert_eq!((jiff.d, jiff.t), (jiff::civil::date(2026, 2, 28), None));
}

// Case ty-url.
#[derive(Form)]
struct Addresses {
    u: url::Url,
    e: email_address::EmailAddress,
    #[form(format = "email")]
    plain: Option<String>,
}

fn addresses() {
    assert_eq!(
        schema::<Addresses>(),
        json!({
            "type": "object",
            "properties": {
                "u": {"type": "string", "format": "uri"},
                "e": {"type": "string", "format": "email"},
                "plain": {"type": "string", "maxLength": 4096, "format": "email"},
            },
            "required": ["u", "e"],
        })
    );
    let good: Addresses = read(json!({"u": "https://www.example.org/a", "e": "ada@example.org"})).unwrap();
    assert_eq!((good.u.as_str(), good.e.as_str()), ("https://www.example.org/a", "ada@example.org"));
    assert_eq!(good.plain, None);
    let Err(faults) = read::<Addresses>(json!({"u": "not a url", "e": "nobody", "plain": "a b"})) else { panic!() };
    assert_eq!(faults, [("u".into(), "format"), ("e".into(), "format"), ("plain".into(), "format")]);
}

fn main() {
    texts();
    dates();
    addresses();
}
