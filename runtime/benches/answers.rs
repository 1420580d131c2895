//! An answer decoded and checked, against `Deserialize` that checks nothing, and against a JSON Schema validator before it.

#[path = "kit/rounds.rs"]
mod rounds;
#[path = "kit/turns.rs"]
mod turns;
#[path = "kit/watch.rs"]
mod watch;

use std::error::Error;
use std::hint::black_box;

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde::Deserialize;
use serde_json::json;
use turns::take_turns;

#[derive(Debug, PartialEq, Form, Deserialize)]
struct Deletion {
    /// Why is this table being emptied?
    #[form(length = 3..=200)]
    reason: String,
    severity: Severity,
    /// Teams to tell afterwards
    #[form(items = ..=3)]
    notify: Vec<Team>,
    /// At most so many rows
    #[form(range = 1..=1_000_000)]
    rows: Option<u32>,
}

#[derive(Debug, PartialEq, Choice, Deserialize)]
enum Severity {
    /// Low: can wait
    Low,
    /// High: now
    High,
}

#[derive(Debug, PartialEq, Choice, Deserialize)]
enum Team {
    Storage,
    Billing,
    Support,
}

fn main() -> Result<(), Box<dyn Error>> {
    watch::say_if_quick();
    let answer = json!({
        "reason": "The customers of last year are archived elsewhere.",
        "severity": "High",
        "notify": ["Billing", "Support"],
        "rows": 4_200,
    });
    let wrong = json!({"reason": "no", "severity": "Middle", "notify": [], "rows": 0});
    let schema = Deletion::schema();
    let as_json = schema.to_json();
    let validator = jsonschema::validator_for(&as_json)?;
    let checked = decode::<Deletion>(Some(&answer), schema, Policy::Portable)?;
    assert_eq!(checked, Deletion::deserialize(&answer)?);
    assert!(validator.is_valid(&answer));
    assert!(!validator.is_valid(&wrong));
    assert!(decode::<Deletion>(Some(&wrong), schema, Policy::Portable).is_err());

    let [ours, unchecked, validated, _] = take_turns([
        ("decode: checked", &mut || {
            let decoded = decode::<Deletion>(Some(black_box(&answer)), schema, Policy::Portable);
            drop(black_box(decoded));
        }),
        ("Deserialize from &Value: unchecked", &mut || {
            drop(black_box(Deletion::deserialize(black_box(&answer))));
        }),
        ("jsonschema, compiled once, + Deserialize", &mut || {
            let answer = black_box(&answer);
            let decoded = validator
                .is_valid(answer)
                .then(|| Deletion::deserialize(answer));
            drop(black_box(decoded));
        }),
        ("  jsonschema: compiling", &mut || {
            drop(black_box(jsonschema::validator_for(black_box(&as_json))));
        }),
    ]);
    println!("\nby Deserialize: {}", ours.by(&unchecked));
    println!("jsonschema + Deserialize by it: {}", validated.by(&ours));
    Ok(())
}
