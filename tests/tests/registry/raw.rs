//! Arguments and answers that come as JSON text.

use askback::Modes;
use askback::registry::FailureCode;
use serde_json::json;

use super::desk::{BOTH, Kept, Office, failed, finished, pending};
use super::operations::{note, ping};

#[tokio::test]
async fn arguments_are_refused_before_anything_is_kept() {
    let office = Office::new(Kept::Ledger).op("ping", ping);
    for text in [
        r#"{"a": 1, "a": 2}"#.to_owned(),
        r#"{"a": {"b": 1, "\u0062": 2}}"#.to_owned(),
        "{".to_owned(),
        "{} {}".to_owned(),
        "[]".to_owned(),
        r#"{"a": 1e999}"#.to_owned(),
        format!("{{}}{}", " ".repeat(1024 * 1024)),
        format!("{{\"a\": {}{}}}", "[".repeat(200), "]".repeat(200)),
    ] {
        let failure = failed(office.registry.call_json("ping", &text).invoke().await);
        assert_eq!(
            failure.code(),
            FailureCode::InvalidArguments,
            "{}",
            text.len()
        );
    }
    assert!(office.desk().noted().is_empty());
}

#[tokio::test]
async fn arguments_are_what_they_mean() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let call = |text: &str| office.registry.call_json("note", text).modes(Modes::FORM);
        let asked = pending(call(r#"{"a": 1, "b": 9007199254740993}"#).invoke().await);
        let token = asked.continuation().to_owned();
        let answer = || json!({ "reason": "moved" });
        // 2^53 is not 2^53 + 1, although a double holds only one of them.
        for other in [
            r#"{"a": 1, "b": 9007199254740992}"#,
            r#"{"a": "1", "b": 9007199254740993}"#,
            r#"{"a": 1, "b": 9007199254740993, "c": null}"#,
        ] {
            let failure = failed(call(other).resume(&token).accept(answer()).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidContinuation, "{other}");
        }
        let same = r#" {"b":9007199254740993,"\u0061":10e-1} "#;
        finished(call(same).resume(&token).accept(answer()).invoke().await);
    }
}

#[tokio::test]
async fn answers_are_refused_before_anything_is_kept() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let asked = pending(office.call("note").invoke().await);
        let good = r#"{"reason": "moved"}"#;
        for text in [
            r#"{"reason": "moved", "reason": "hunter2"}"#.to_owned(),
            r#"{"reason": "moved", "re\u0061son": "hunter2"}"#.to_owned(),
            "{".to_owned(),
            format!("{good} {good}"),
            format!("{good}{}", " ".repeat(64 * 1024)),
            format!("{{\"a\": {}{}}}", "[".repeat(200), "]".repeat(200)),
        ] {
            let failure = failed(asked.clone().accept_json(&text).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidAnswer, "{failure}");
            assert!(failure.is_open());
            assert!(!failure.to_string().contains("hunter2"), "{failure}");
        }
        for value in [
            json!({ "reason": "w".repeat(64 * 1024) }),
            (0..200).fold(json!(1), |inner, _| json!([inner])),
        ] {
            let failure = failed(asked.clone().accept(value).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidAnswer, "{failure}");
        }
        // None of them counted.
        finished(asked.accept_json(good).invoke().await);
    }
}
