//! Each tool once, and each kind of field once, in every era.

use askback::Askback;
use askback::testing::{Era, Tester};
use serde_json::{Value, json};

use crate::effects::Effects;
use crate::fields::{EVERY, NAMES};
use crate::server::Interop;

fn person(era: Era) -> Tester<Interop> {
    let effects = Effects::open(None).unwrap();
    let person = Tester::with(Askback::builder(), |askback| Interop::new(askback, effects));
    person.era(era)
}

/// How often the run `r` had an effect, as a client hears it.
async fn effects(person: &Tester<Interop>, run: &str) -> String {
    let counted = person.call("effects", json!({ "run": run })).await.finish();
    counted.text().to_owned()
}

fn run() -> Value {
    json!({ "run": "r" })
}

/// A value for each kind.
fn value(kind: &str) -> Value {
    match kind {
        "string" | "optional_string" | "default_string" => json!("any text"),
        "length" => json!("größe"),
        "email" => json!("ada@example.com"),
        "uri" => json!("https://example.com/a?b"),
        "date" => json!("2026-07-28"),
        "date_time" => json!("2026-07-28T10:00:00Z"),
        "boolean" | "optional_boolean" | "default_boolean" => json!(false),
        "integer" | "optional_integer" | "default_integer" => json!(-12),
        "small" => json!(255),
        "number" | "optional_number" => json!(2.5),
        "many" => json!(["a", "c"]),
        "titled_many" => json!(["b"]),
        "many_some" => json!(["c"]),
        "single" | "titled" | "legacy" | "optional_single" | "default_single" => json!("c"),
        _ => panic!("no value for the kind {kind}"),
    }
}

/// What a field with a name of its own is called on the wire.
fn name(kind: &str) -> &str {
    match kind {
        "keyword" => "class",
        "dashed" => "due-date",
        "dotted" => "due.date",
        "digit" => "2nd",
        "camel" => "dueDate",
        "private" => "_note",
        "unicode" => "größe",
        _ => panic!("no name for the kind {kind}"),
    }
}

#[tokio::test]
async fn every_kind_of_field_comes_back_as_it_was_given() {
    for era in Era::ALL {
        let person = person(era);
        let every = EVERY.iter().map(|kind| ("value", *kind, value(kind)));
        let names = NAMES.iter().map(|kind| (name(kind), *kind, json!("named")));
        for (field, kind, value) in every.chain(names) {
            let asked = person.call("one_field", json!({ "kind": kind })).await;
            let asked = asked.expect_form("one").shows(kind);
            assert_eq!(asked.fields(), [field], "{kind}");
            let done = asked.answer(json!({ field: value })).await.finish();
            assert_eq!(done.json::<Value>(), json!({ "value": value }), "{kind}");
        }
        let asked = person
            .call("one_field", json!({ "kind": "no_fields" }))
            .await;
        let done = asked.expect_form("one").answer(json!({})).await.finish();
        assert_eq!(done.json::<Value>(), json!({ "value": null }));
        let asked = person.call("one_field", json!({ "kind": "strange" })).await;
        assert!(asked.expect_failed().text().contains("unicode"));
    }
}

#[tokio::test]
async fn all_of_them_fit_in_one_form() {
    let all = || {
        EVERY
            .iter()
            .map(|kind| (kind.to_string(), value(kind)))
            .collect::<Value>()
    };
    for era in Era::ALL {
        let asked = person(era).call("every_field", run()).await;
        let asked = asked.expect_form("form").shows("Every field of r");
        let done = asked.answer(all()).await.finish();
        assert_eq!(done.json::<Value>(), all());
    }
}

#[tokio::test]
async fn what_is_optional_may_be_left_out_and_what_has_a_default_may_not() {
    let person = person(Era::Modern);
    for kind in EVERY {
        let asked = person.call("one_field", json!({ "kind": kind })).await;
        let asked = asked.expect_form("one");
        let has_default = asked.default("value").is_some();
        assert_eq!(has_default, kind.starts_with("default_"), "{kind}");
        let answered = asked.answer(json!({})).await;
        let optional = kind.starts_with("optional_");
        if optional || ["many", "titled_many"].contains(kind) {
            let value = if optional { Value::Null } else { json!([]) };
            assert_eq!(answered.finish().json::<Value>(), json!({ "value": value }));
        } else {
            answered
                .expect_form("one")
                .cancel()
                .await
                .expect_cancelled("one");
        }
    }
}

#[tokio::test]
async fn rounds_are_asked_one_after_the_other() {
    for era in Era::ALL {
        let person = person(era);
        let asked = person.call("rounds", run()).await;
        let asked = asked.expect_form("named").shows("What is the name for r?");
        let again = asked.answer(json!({ "name": "root" })).await;
        let asked = again.expect_form("named").shows("is taken");
        let asked = asked.answer(json!({ "name": "ada" })).await;
        let asked = asked.expect_form("counted").shows("How many for ada?");
        let asked = asked.answer(json!({ "count": 3 })).await;
        let gate = asked.expect_gate("confirmed").shows("Make 3 of ada?");
        assert_eq!(effects(&person, "r").await, "0");
        assert_eq!(gate.accept().await.finish().text(), "made 3 of ada");
        assert_eq!(effects(&person, "r").await, "1");
        assert_eq!(effects(&person, "r/step").await, "1");
    }
}

#[tokio::test]
async fn two_questions_share_a_round() {
    for era in Era::ALL {
        let asked = person(era).call("together", run()).await;
        let keys: &[_] = if era == Era::Modern {
            &["left", "right"]
        } else {
            &["left"]
        };
        assert_eq!(asked.keys(), keys);
        let left = asked.expect_form("left").shows("Left of r");
        let right = left
            .answer(json!({ "left": "l" }))
            .await
            .expect_form("right");
        let done = right
            .shows("Right of r")
            .answer(json!({ "right": "r" }))
            .await;
        assert_eq!(done.finish().text(), "l/r");
    }
}

#[tokio::test]
async fn choices_are_those_of_the_call() {
    for era in Era::ALL {
        let asked = person(era).call("choose", run()).await;
        let asked = asked.expect_form("pick").shows("Which of r?");
        assert!(asked.schema().to_string().contains("B of r"));
        let picked = asked
            .answer(json!({ "one": "a", "many": ["b", "c"] }))
            .await;
        assert_eq!(picked.finish().text(), "one a, many b c");
    }
}

#[tokio::test]
async fn each_gate_opens_once() {
    for era in Era::ALL {
        let person = person(era);
        let asked = person.call("gate", run()).await;
        let gate = asked.expect_gate("confirmed").shows("Delete r?");
        assert_eq!(gate.accept().await.finish().text(), "deleted");

        let asked = person.call("typed_gate", run()).await;
        let gate = asked
            .expect_gate("confirmed")
            .shows("Type `r` to delete it");
        assert_eq!(gate.typed("r").await.finish().text(), "deleted");

        let asked = person.call("plain_gate", run()).await;
        let gate = asked.expect_gate("confirmed").shows("Go on with r?");
        assert_eq!(gate.accept().await.finish().text(), "gone on");

        let asked = person
            .call("work", json!({ "run": "r", "millis": 1 }))
            .await;
        let gate = asked.expect_gate("confirmed").shows("Start r?");
        let done = gate.accept().await.finish();
        assert_eq!(done.text(), "worked");
        assert_eq!(done.progress()[0].total, Some(1.0));

        assert_eq!(effects(&person, "r").await, "4");
        for tool in ["gate", "typed_gate", "plain_gate"] {
            let gate = person.call(tool, run()).await.expect_gate("confirmed");
            gate.decline().await.expect_declined("confirmed");
        }
        assert_eq!(effects(&person, "r").await, "4");
    }
}

#[tokio::test]
async fn notes_may_be_given_or_not() {
    for era in Era::ALL {
        let person = person(era);
        let asked = || async {
            let asked = person.call("optional", run()).await;
            asked.expect_form("notes").shows("Notes for r?")
        };
        let noted = asked().await.answer(json!({ "text": "n" })).await;
        assert_eq!(noted.finish().text(), "notes: n");
        assert_eq!(asked().await.decline().await.finish().text(), "declined");
        assert_eq!(asked().await.cancel().await.finish().text(), "cancelled");
        let mute = person.clone().supports(askback::Modes::NONE);
        let done = mute.call("optional", run()).await.finish();
        assert_eq!(done.text(), "unavailable");
    }
}

#[tokio::test]
async fn pages_are_visited_and_finished() {
    for era in Era::WITH_URLS {
        let person = person(era);
        let asked = person.call("visit", run()).await;
        let asked = asked.expect_url("visited").shows("Visit the page of r");
        assert_eq!(asked.url(), "https://app.example.com/visit/r");
        assert_eq!(asked.accept().await.finish().text(), "visited");
        assert_eq!(effects(&person, "r").await, "1");

        let asked = person.call("connect", run()).await;
        let again = asked
            .expect_url("connected")
            .shows("Connect r")
            .accept()
            .await;
        let again = again.expect_url("connected").shows("not finished yet");
        let finished = person.call("finish", run()).await.finish();
        assert_eq!(finished.text(), "finished");
        assert_eq!(again.accept().await.finish().text(), "connected");
        assert_eq!(effects(&person, "r").await, "2");
    }
}

#[tokio::test]
async fn the_prompt_and_the_resource_ask() {
    for era in Era::ALL {
        let person = person(era);
        let asked = person.prompt("report", json!({ "topic": "tea" })).await;
        let asked = asked
            .expect_form("focus")
            .shows("What should the report on tea focus on?");
        let done = asked.answer(json!({ "focus": "taste" })).await.finish();
        assert_eq!(done.text(), "tea: taste");

        let asked = person.resource("interop://notes").await;
        let asked = asked.expect_form("whose").shows("Whose notes?");
        let done = asked.answer(json!({ "whose": "ada" })).await.finish();
        assert_eq!(done.text(), "notes of ada");
    }
}

#[test]
fn processes_that_share_a_file_count_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("effects");
    let open = || Effects::open(Some(&path)).unwrap();
    let (one, other) = (open(), open());
    one.add("r").unwrap();
    other.add("r\n\"s\"").unwrap();
    other.add("r").unwrap();
    assert_eq!(one.count("r").unwrap(), 2);
    assert_eq!(one.count("r\n\"s\"").unwrap(), 1);
    assert_eq!(other.count("s").unwrap(), 0);
}
