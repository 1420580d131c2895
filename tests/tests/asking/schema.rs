//! Forms known only as a schema: what is asked, what comes back, and what is not asked at all.

use askback::form::Policy;
use askback::testing::{Era, Turn};
use askback::{Askback, Modes};
use serde_json::{Value, json};

use crate::plugins::{Fields, every_kind, plugins};

#[tokio::test]
async fn every_kind_of_field_comes_back_as_it_was_answered() {
    let answer = json!({
        "zeta": "abc", "mail": "ada@example.com", "retries": 3, "share": 0.25, "on": false,
        "level": "low", "titled": "b", "many": ["x"],
    });
    for era in Era::ALL {
        let person = plugins(every_kind()).era(era);
        let question = person
            .call("fields", Value::Null)
            .await
            .expect_form("fields");
        if era != Era::FirstHandshake {
            let asked: Vec<_> = question.schema().as_object().unwrap().iter().collect();
            let given = every_kind();
            let given: Vec<_> = given.as_object().unwrap().iter().collect();
            assert_eq!(asked, given, "{era}: as it was given, in its order");
        }
        let done = question.answer(answer.clone()).await.finish();
        assert_eq!(done.json::<Value>(), answer, "{era}");
        let done = person.prompt("filled", Value::Null).await;
        let done = done
            .expect_form("fields")
            .answer(answer.clone())
            .await
            .finish();
        assert_eq!(done.json::<Value>(), answer, "{era}");
    }
}

#[tokio::test]
async fn what_was_not_answered_is_absent_and_what_was_not_asked_is_dropped() {
    for era in Era::ALL {
        let person = plugins(every_kind()).era(era);
        let answer = json!({ "zeta": "abc", "retries": 3.0, "on": null, "extra": { "a": [1] } });
        let done = person.call("fields", Value::Null).await;
        let done = done.expect_form("fields").answer(answer).await.finish();
        let fields: Fields = done.json();
        let keys: Vec<_> = fields.keys().collect();
        // The first forms know no lists: there one is asked for field by field, and is empty when none was chosen.
        match era {
            Era::FirstHandshake => {
                assert!(keys.starts_with(&[&"zeta".to_owned(), &"retries".to_owned()]))
            }
            _ => assert_eq!(keys, ["zeta", "retries"], "{era}: no default is filled in"),
        }
    }
}

#[tokio::test]
async fn all_field_errors_come_at_once_and_good_values_are_kept() {
    let wrong = json!({
        "zeta": "x", "mail": "nobody", "retries": "3", "share": 0.75, "on": "yes", "level": "middle",
        "titled": "b", "many": ["x", "y", "x"],
    });
    for era in Era::WITH_URLS {
        let person = plugins(every_kind()).era(era);
        let mut question = person
            .call("fields", Value::Null)
            .await
            .expect_form("fields");
        for _ in 0..2 {
            question = question.answer(wrong.clone()).await.expect_form("fields");
            for field in ["zeta", "mail", "retries", "share", "on", "level", "many"] {
                question = question.shows(&format!("- {field}: "));
            }
            question = question.hides("- titled").hides("nobody").hides("middle");
            assert_eq!(question.default("titled"), Some(&json!("b")));
            assert_eq!(question.default("level"), Some(&json!("high")));
            assert_eq!(question.default("zeta"), None);
        }
        let end = question.answer(wrong.clone()).await.expect_error(-32602);
        let errors = end.error_data()["errors"]["fields"].as_array().unwrap();
        let rules: Vec<_> = errors
            .iter()
            .map(|error| {
                (
                    error["field"].as_str().unwrap(),
                    error["rule"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            rules,
            [
                ("zeta", "minLength"),
                ("mail", "format"),
                ("retries", "type"),
                ("share", "maximum"),
                ("on", "type"),
                ("level", "enum"),
                ("many", "maxItems"),
            ],
            "{era}"
        );
    }
}

/// A schema that leaves the profile everywhere.
fn no_form() -> Value {
    json!({
        "type": "object",
        "title": "T",
        "additionalProperties": true,
        "properties": {
            "nested": { "type": "object", "properties": {} },
            "free": { "type": "array", "items": { "type": "string" } },
            "pattern": { "type": "string", "pattern": "x" },
            "ref": { "$ref": "#/x" },
            "a/b": { "type": "string", "minLength": 3, "maxLength": 2 },
            "\u{202e}": { "type": "string" },
            "api_key": { "type": "string" },
        },
        "required": ["nobody"],
    })
}

#[tokio::test]
async fn a_schema_of_no_form_is_not_asked_and_every_violation_is_told() {
    let paths = [
        "/title: ",
        "/additionalProperties: ",
        "/properties/nested/type: ",
        "/properties/free",
        "/properties/pattern/pattern: ",
        "/properties/ref: ",
        "/properties/a~1b",
        "/properties/\\u{202e}: ",
        "/properties/api_key: asks for a secret (`api key`)",
        "/required/0: ",
    ];
    let told = |end: &str, era| {
        assert!(
            end.starts_with("The question `fields` was not asked: "),
            "{end}"
        );
        for path in paths {
            assert!(end.contains(&format!("\n{path}")), "{era}: {path} in {end}");
        }
        assert!(!end.contains('\u{202e}'));
    };
    for era in Era::ALL {
        let person = plugins(no_form()).era(era);
        for tool in ["fields", "maybe"] {
            let end = person.call(tool, Value::Null).await.expect_failed();
            told(end.text(), era);
        }
        let end = person
            .prompt("filled", Value::Null)
            .await
            .expect_error(-32602);
        told(end.text(), era);
    }
}

#[tokio::test]
async fn what_is_no_schema_at_all_is_not_asked() {
    for schema in [
        json!(null),
        json!([]),
        json!("string"),
        json!(true),
        json!({}),
        json!({ "type": "string" }),
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": [] }),
    ] {
        let end = plugins(schema)
            .call("fields", Value::Null)
            .await
            .expect_failed();
        assert!(end.text().contains("was not asked"), "{end:?}");
    }
    // A form without fields is one.
    let person = plugins(json!({ "type": "object", "properties": {} }));
    let question = person
        .call("fields", Value::Null)
        .await
        .expect_form("fields");
    assert_eq!(question.answer(json!({})).await.finish().text(), "{}");
}

#[tokio::test]
async fn the_handler_decides_about_an_answer() {
    for era in Era::ALL {
        let person = plugins(every_kind()).era(era);
        let ask = async || {
            person
                .call("maybe", Value::Null)
                .await
                .expect_form("fields")
        };
        assert_eq!(ask().await.decline().await.finish().text(), "Decline");
        assert_eq!(ask().await.cancel().await.finish().text(), "Cancel");
        let mute = person.clone().supports(Modes::NONE);
        let end = mute.call("maybe", Value::Null).await.finish();
        assert_eq!(end.text(), "Unavailable", "{era}");
        mute.call("fields", Value::Null).await.expect_error(-32021);
        let declined = person
            .call("fields", Value::Null)
            .await
            .expect_form("fields");
        declined.decline().await.expect_declined("fields");
    }
}

#[tokio::test]
async fn an_answer_counts_for_exactly_the_schema_that_was_asked() {
    let with = |title: &str| json!({ "type": "object", "properties": { "all": { "type": "boolean", "title": title } } });
    let person = plugins(with("Keep everything"));
    let question = person
        .call("fields", Value::Null)
        .await
        .expect_form("fields");
    *person.server().schema.lock().unwrap() = with("Delete everything");
    let again = question
        .answer(json!({ "all": true }))
        .await
        .expect_form("fields");
    assert_eq!(again.field("all")["title"], "Delete everything");
    let done = again.answer(json!({ "all": false })).await.finish();
    assert_eq!(done.text(), r#"{"all":false}"#);
}

#[tokio::test]
async fn strict_takes_nothing_that_is_not_bounded() {
    let strict = |schema| plugins(schema).askback(Askback::builder().policy(Policy::Strict));
    let boundless = json!({
        "type": "object",
        "properties": { "many": { "type": "array", "items": { "type": "string", "enum": ["x"] } } },
    });
    let asked = plugins(boundless.clone()).call("fields", Value::Null).await;
    asked
        .expect_form("fields")
        .answer(json!({ "many": ["x"] }))
        .await
        .finish();
    let end = strict(boundless)
        .call("fields", Value::Null)
        .await
        .expect_failed();
    assert!(end.text().contains("/properties/many"), "{end:?}");

    let person = strict(every_kind());
    let question = person
        .call("fields", Value::Null)
        .await
        .expect_form("fields");
    let more = json!({ "zeta": "abc", "retries": 3, "extra": 1 });
    let again = question.answer(more).await.expect_form("fields");
    let done = again
        .shows("- extra: ")
        .answer(json!({ "zeta": "abc", "retries": 3 }))
        .await;
    done.finish();
}

#[tokio::test]
async fn a_schema_has_the_keys_of_a_form() {
    for era in Era::WITH_URLS {
        let person = plugins(every_kind()).era(era);
        let question = person.call("keys", Value::Null).await.expect_form("fields");
        assert_eq!(question.default("level"), Some(&json!("low")), "{era}");
        let odd = question
            .answer(json!({ "zeta": "abc", "retries": 3 }))
            .await;
        let again = odd.expect_form("fields").shows("an even number of retries");
        assert_eq!(again.default("zeta"), Some(&json!("abc")));
        let done = again
            .answer(json!({ "zeta": "abc", "retries": 4 }))
            .await
            .finish();
        assert_eq!(done.json::<Value>(), json!({ "zeta": "abc", "retries": 4 }));
    }
    let no_level = json!({ "type": "object", "properties": {} });
    let end = plugins(no_level)
        .call("keys", Value::Null)
        .await
        .expect_failed();
    assert!(
        end.text()
            .contains("/properties/level: the form has no such field"),
        "{end:?}"
    );
}

#[tokio::test]
async fn typed_forms_and_schemas_share_a_round() {
    let schema = json!({ "type": "object", "properties": { "on": { "type": "boolean" } } });
    for era in Era::ALL {
        let person = plugins(schema.clone()).era(era);
        let mut turn: Turn = person.call("together", Value::Null).await;
        if era == Era::Modern {
            assert_eq!(turn.keys(), ["at.0", "at.1", "more", "name"]);
        }
        turn = turn
            .expect_form("name")
            .answer(json!({ "name": "Ada" }))
            .await;
        turn = turn.expect_form("more").decline().await;
        turn = turn.expect_form("at.0").answer(json!({ "on": true })).await;
        turn = turn.expect_form("at.1").answer(json!({})).await;
        assert_eq!(
            turn.finish().text(),
            r#"Ada Decline [{"on":true},{}]"#,
            "{era}"
        );
    }
}
