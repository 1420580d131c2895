//! Forms that are known only as a schema, checked against the profile.

use askback::form::Policy;
use askback::registry::{FailureCode, OperationFuture};
use askback::{Ask, Modes};
use serde_json::{Map, Value, json};

use super::desk::{BOTH, Desk, Kept, Office, failed, finished, pending};

fn plugin<'a>(_: &'a Desk, arguments: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let question = ask.form("settings", "Which settings?");
        let settings: Map<String, Value> = question.schema(&arguments["schema"]).await?;
        Ok(settings.into())
    })
}

fn ask(office: &Office, schema: &Value) -> askback::registry::Call<Desk> {
    let call = office.registry.call("plugin", json!({ "schema": schema }));
    call.modes(Modes::FORM)
}

fn form(properties: Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

#[tokio::test]
async fn the_flat_profile_is_asked_and_answered() {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 1 },
            "port": { "type": "integer", "minimum": 1 },
            "ratio": { "type": "number" },
            "on": { "type": "boolean" },
            "color": { "type": "string", "enum": ["red", "green"] },
            "size": { "type": "string", "oneOf": [{ "const": "s", "title": "Small" }, { "const": "l", "title": "Large" }] },
            "old": { "type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"] },
            "tags": { "type": "array", "maxItems": 2, "items": { "type": "string", "enum": ["x", "y"] } },
            "teams": { "type": "array", "maxItems": 1, "items": { "anyOf": [{ "const": "o", "title": "Ops" }] } }
        },
        "required": ["name"],
        "additionalProperties": false
    });
    for kept in BOTH {
        let office = Office::new(kept).op("plugin", plugin);
        let asked = pending(ask(&office, &schema).invoke().await);
        assert_eq!(asked.fields().len(), 9);
        let answer = json!({
            "name": "n", "port": 80, "ratio": 0.5, "on": true, "color": "red", "size": "l", "old": "b",
            "tags": ["y"], "teams": ["o"]
        });
        let outcome = asked.accept(answer.clone()).invoke().await;
        assert_eq!(finished(outcome), answer);
    }
}

#[tokio::test]
async fn every_violation_is_told_with_its_path() {
    let schema = json!({
        "type": "object",
        "title": "T",
        "properties": {
            "a": { "type": "string", "pattern": "x" },
            "b": { "type": "object" },
            "c": { "$ref": "#/$defs/c" },
            "d": { "type": "string", "enum": ["x"], "enumNames": ["X", "Y"] }
        },
        "required": ["e"]
    });
    for kept in BOTH {
        let office = Office::new(kept).op("plugin", plugin);
        let failure = failed(ask(&office, &schema).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidOutcome);
        for path in [
            "/title",
            "/properties/a/pattern",
            "/properties/b",
            "/properties/c",
            "/properties/d",
            "/required/0",
        ] {
            assert!(failure.message().contains(path), "{path} {failure}");
        }
    }
}

#[tokio::test]
async fn what_the_profile_has_not_is_not_asked() {
    let office = Office::new(Kept::Ledger).op("plugin", plugin);
    for schema in [
        json!(null),
        json!([]),
        json!({ "type": "object" }),
        json!({ "type": "array", "properties": {} }),
        json!({ "type": "object", "properties": {}, "additionalProperties": true }),
        json!({ "type": "object", "properties": {}, "required": ["a"] }),
        json!({ "type": "object", "properties": {}, "allOf": [] }),
        form(json!({ "a": { "type": "array", "items": {} } })),
        form(json!({ "a": { "type": "array", "maxItems": 2, "items": { "type": "string" } } })),
        form(json!({ "a": { "type": ["string", "null"] } })),
        form(json!({ "a": { "type": "string", "format": "uuid" } })),
        form(json!({ "a": { "type": "string", "enum": [] } })),
        form(json!({ "a": { "type": "string", "minLength": 2, "maxLength": 1 } })),
        form(json!({ "password": { "type": "string" } })),
    ] {
        let failure = failed(ask(&office, &schema).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidOutcome, "{schema}");
    }
}

#[tokio::test]
async fn a_list_has_a_greatest_length_unless_the_policy_is_portable() {
    let schema =
        form(json!({ "a": { "type": "array", "items": { "type": "string", "enum": ["x"] } } }));
    for kept in BOTH {
        let office = Office::new(kept).op("plugin", plugin);
        let failure = failed(ask(&office, &schema).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidOutcome);
        assert!(failure.message().contains("maxItems"), "{failure}");

        let portable = Office::with(kept, |builder| builder.policy(Policy::Portable));
        let office = portable.op("plugin", plugin);
        let asked = pending(ask(&office, &schema).invoke().await);
        let outcome = asked.accept(json!({ "a": ["x"] })).invoke().await;
        assert_eq!(finished(outcome), json!({ "a": ["x"] }));
    }
}
