//! How choices are written: `enum`, `oneOf`, `anyOf`, `enumNames`.

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

fn property<F: Form>(name: &str) -> Value {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    schema["properties"][name].clone()
}

// Case shape-titled-single-has-type.
#[derive(Choice, Debug, PartialEq)]
enum P {
    #[choice(title = "Low Priority", rename = "low")]
    Low,
    #[choice(title = "High Priority", rename = "high")]
    High,
}

// One title is enough for titles on all; the first line of the docs is one.
#[derive(Choice, Debug, PartialEq)]
#[choice(rename_all = "kebab-case")]
enum Severity {
    /// Low: can wait
    ///
    /// More words about it.
    CanWait,
    AtOnce,
    /// Not this
    #[choice(title = "But this")]
    Never,
}

#[derive(Choice)]
enum Plain {
    Red,
    Blue,
}

#[derive(Choice)]
#[choice(legacy)]
enum Old {
    /// One
    A,
    /// Two
    B,
}

// Cases shape-titled-single-has-type, shape-titled-multi-uses-anyof.
#[derive(Form)]
struct F {
    p: P,
    ps: Vec<P>,
    severity: Severity,
    plain: Plain,
    old: Old,
}

/// What a message says of a choice is what the person read.
fn said_again() {
    assert_eq!(P::High.title(), "High Priority");
    assert_eq!(Severity::CanWait.title(), "Low: can wait");
    assert_eq!(Severity::AtOnce.title(), "AtOnce");
    assert_eq!(Plain::Blue.title(), "Blue");
    assert_eq!(Old::B.title(), "Two");
    let message = askback::message!("{} is `{}`", Severity::Never.title(), Severity::Never.value());
    assert_eq!(message.text(), "But this is `never`");
}

fn main() {
    said_again();
    let titles = json!([{"const": "low", "title": "Low Priority"}, {"const": "high", "title": "High Priority"}]);
    assert_eq!(property::<F>("p"), json!({"type": "string", "oneOf": titles}));
    assert_eq!(property::<F>("ps"), json!({"type": "array", "maxItems": 2, "items": {"anyOf": titles}}));
    assert_eq!(
        property::<F>("severity")["oneOf"],
        json!([
            {"const": "can-wait", "title": "Low: can wait"},
            {"const": "at-once", "title": "AtOnce"},
            {"const": "never", "title": "But this"},
        ])
    );
    assert_eq!(property::<F>("plain"), json!({"type": "string", "enum": ["Red", "Blue"]}));
    assert_eq!(property::<F>("old"), json!({"type": "string", "enum": ["A", "B"], "enumNames": ["One", "Two"]}));

    let good = json!({"p": "low", "severity": "at-once", "plain": "Red", "old": "B"});
    let read: F = decode(Some(&good), F::schema(), Policy::Portable).unwrap();
    assert_eq!((read.p, read.severity, read.ps.len()), (P::Low, Severity::AtOnce, 0));
    let mut bad = good.clone();
    bad["p"] = json!("Low Priority");
    let Err(errors) = decode::<F>(Some(&bad), F::schema(), Policy::Portable) else { panic!() };
    assert_eq!(errors.iter().map(|error| (error.field(), error.rule().as_str())).collect::<Vec<_>>(), [("p", "enum")]);
    let _ = (P::High, Severity::CanWait, Severity::Never, Plain::Red, Plain::Blue, Old::A, Old::B, read.plain, read.old);
}
