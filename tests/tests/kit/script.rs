//! The same test in every era.

use askback::clock::Clock;
use askback::testing::{Era, Reported, Tester};
use askback::{Askback, Modes, Principal};
use serde_json::{Value, json};

use crate::office::{Office, Report};

pub(crate) fn person(era: Era) -> Tester<Office> {
    Tester::with(Askback::builder(), Office::new).era(era)
}

fn table() -> Value {
    json!({ "table": "users" })
}

#[tokio::test]
async fn two_rounds() {
    for era in Era::ALL {
        let person = person(era);
        let done = person
            .call("delete_rows", table())
            .await
            .expect_form("details")
            .shows("Why does `users` go?")
            .hides("confirm")
            .answer(json!({ "reason": "moved", "notify": ["web"], "keep": 4 }))
            .await
            .expect_gate("confirmed")
            .shows("Delete all 3 rows of `users`?")
            .accept()
            .await
            .finish();
        assert_eq!(
            done.texts(),
            ["3 rows deleted: moved, [Web], Some(4)"],
            "{era}"
        );
        assert_eq!(person.server().effects(), 1);
    }
}

#[tokio::test]
async fn a_round_of_two_and_a_text_to_type() {
    for era in Era::ALL {
        let person = person(era);
        let report: Report = person
            .call("deploy", Value::Null)
            .await
            .expect_form("note")
            .decline()
            .await
            .expect_form("told")
            .answer(json!({ "text": "ops" }))
            .await
            .expect_gate("confirmed")
            .typed("wep")
            .await
            .expect_gate("confirmed")
            .shows("This is not the text")
            .hides("wep")
            .typed("web")
            .await
            .finish()
            .json();
        assert_eq!((report.deleted, report.note), (3, None), "{era}");
    }
}

#[tokio::test]
async fn of_a_round_any_question_first() {
    let person = person(Era::Modern);
    let asked = person.call("deploy", json!({})).await;
    assert_eq!(asked.keys(), ["note", "told"]);
    let asked = asked
        .expect_form("told")
        .answer(json!({ "text": "ops" }))
        .await;
    assert_eq!(asked.keys(), ["note"]);
    let done = asked
        .expect_form("note")
        .answer(json!({ "text": "careful" }))
        .await
        .expect_gate("confirmed")
        .typed("web")
        .await
        .finish();
    assert_eq!(
        *done.structured(),
        json!({ "deleted": 3, "note": "careful" })
    );
}

#[tokio::test]
async fn declined_and_cancelled() {
    for era in Era::ALL {
        let person = person(era);
        let asked = async || {
            let first = person.call("deploy", json!({})).await;
            first.expect_form("note").cancel().await.expect_form("told")
        };
        let outcome = asked().await.decline().await.expect_declined("told");
        assert!(!outcome.text().contains("by itself"), "{era}");
        asked().await.cancel().await.expect_cancelled("told");
        let quick = person.call("delete_rows", table()).await;
        let quick = quick.expect_form("details").at_once().decline().await;
        let outcome = quick.expect_declined("details");
        assert!(outcome.text().contains("by itself"), "{era}");
        let refused = person.call("delete_rows", table()).await;
        let refused = refused
            .expect_form("details")
            .answer(json!({ "reason": "moved" }));
        let refused = refused.await.expect_gate("confirmed").refuse().await;
        refused.expect_declined("confirmed");
        let prompt = person.prompt("report", Value::Null).await;
        let outcome = prompt
            .expect_form("note")
            .decline()
            .await
            .expect_declined("note");
        assert_eq!(outcome.error_code(), Some(-31_001));
        assert_eq!(person.server().effects(), 0);
    }
}

/// What ends the call ends it, whatever else its round asks.
#[tokio::test]
async fn what_is_declined_first_ends_the_call() {
    let person = person(Era::Modern);
    let asked = person.call("deploy", json!({})).await;
    asked
        .expect_form("told")
        .decline()
        .await
        .expect_declined("told");
}

#[tokio::test]
async fn a_wrong_answer_is_asked_again() {
    for era in Era::ALL {
        let asked = person(era).call("delete_rows", table()).await;
        let first = asked.expect_form("details");
        assert_eq!(first.fields(), ["reason", "notify", "keep"], "{era}");
        assert_eq!(first.field("reason")["minLength"], 3);
        assert_eq!(first.default("keep"), Some(&json!(5)), "{era}");
        assert_eq!(first.default("reason"), None);
        let again = first
            .answer(json!({ "reason": "x", "notify": ["ops"], "keep": 7 }))
            .await
            .expect_form("details")
            .shows("- reason: ");
        assert_eq!(again.default("keep"), Some(&json!(7)), "{era}");
        assert_eq!(again.default("notify"), Some(&json!(["ops"])), "{era}");
        let again = again
            .answer(json!({ "reason": "moved", "notify": ["nobody"] }))
            .await
            .expect_form("details")
            .shows("- notify: ")
            .hides("nobody");
        let outcome = again.respond(json!({})).await.expect_error(-32_602);
        assert!(
            outcome.error_data()["errors"]["details"].is_array(),
            "{outcome:?}"
        );
        assert!(outcome.is_error() && outcome.structured().is_null());
    }
}

#[tokio::test]
async fn urls_roots_prompts_and_resources() {
    for era in Era::ALL {
        let person = person(era);
        let roots = json!({ "roots": [{ "uri": "file:///a" }] });
        let asked = person
            .call("where_am_i", json!({}))
            .await
            .expect_input("roots");
        assert_eq!((asked.method(), asked.key()), ("roots/list", "roots"));
        assert_eq!(asked.answer(roots).await.finish().text(), "\"file:///a\"");

        let prompt = person.prompt("report", json!({})).await.expect_form("note");
        let done = prompt.answer(json!({ "text": "rust" })).await.finish();
        assert_eq!(done.text(), "A report about rust", "{era}");

        let resource = person.resource("memo://x").await.expect_form("why");
        let done = resource.answer(json!({ "text": "duty" })).await.finish();
        assert_eq!(done.text(), "read because of duty", "{era}");
    }
    for era in Era::WITH_URLS {
        let asked = person(era)
            .call("connect", json!({}))
            .await
            .expect_url("consent");
        assert_eq!(asked.url(), "https://app.example.com/connect");
        assert_eq!(
            asked.shows("your account").accept().await.finish().text(),
            "connected"
        );
    }
    let june = person(Era::FirstHandshake).call("connect", json!({})).await;
    june.expect_error(-32_021);
}

#[tokio::test]
async fn a_client_that_fails() {
    for era in Era::ALL {
        let asked = person(era).call("deploy", json!({})).await;
        let told = asked
            .expect_form("note")
            .fail(-32_601)
            .await
            .expect_form("told");
        let turn = told.answer(json!({ "text": "ops" })).await;
        match era {
            // What was left out is asked again.
            Era::Modern => assert_eq!(turn.keys(), ["note"]),
            _ => drop(turn.expect_gate("confirmed")),
        }
        let asked = person(era).call("delete_rows", table()).await;
        let turn = asked.expect_form("details").fail(-32_603).await;
        match era {
            Era::Modern => drop(turn.expect_form("details")),
            _ => assert!(
                turn.expect_failed()
                    .text()
                    .contains("answered it with an error")
            ),
        }
    }
}

#[tokio::test]
async fn a_client_that_cannot_be_asked() {
    for era in Era::ALL {
        for modes in [Modes::NONE, Modes::URL, Modes::ROOTS] {
            let person = person(era).supports(modes);
            let outcome = person
                .call("delete_rows", table())
                .await
                .expect_error(-32_021);
            assert_eq!(outcome.error_code(), Some(-32_021), "{era}");
        }
    }
}

#[tokio::test]
async fn what_the_author_configures() {
    for era in Era::ALL {
        let person = person(era).askback(Askback::builder().attempts(1));
        let asked = person
            .call("delete_rows", table())
            .await
            .expect_form("details");
        asked.answer(json!({})).await.expect_error(-32_602);
        let anonymous = person.clone().caller(Principal::anonymous());
        let asked = anonymous.call("delete_rows", table()).await;
        let asked = asked
            .expect_form("details")
            .answer(json!({ "reason": "moved" }))
            .await;
        asked.expect_gate("confirmed").accept().await.finish();
        assert_eq!(person.server().effects(), 1);
    }
}

#[tokio::test]
async fn all_progress_is_heard_in_order() {
    let said = |completed, message: &str| Reported {
        completed,
        total: Some(4.0),
        message: (!message.is_empty()).then(|| message.to_owned()),
    };
    for era in Era::ALL {
        let person = person(era);
        let start = person.clock().now();
        let asked = person.call("work", json!({})).await;
        let form = asked.expect_form("note");
        let done = form.answer(json!({ "text": "on" })).await.finish();
        let mut expected = vec![said(1.0, "begun")];
        if era == Era::Modern {
            // The body runs again from the top.
            expected.push(said(1.0, "begun"));
        }
        expected.extend([said(2.0, "half"), said(3.0, "nearly"), said(4.0, "")]);
        assert_eq!(done.progress(), expected, "{era}");
        assert_eq!(done.notifications().len(), expected.len(), "{era}");
        // No time passes for it.
        assert_eq!(person.clock().now(), start + 5_000, "{era}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_side_by_side() {
    for era in Era::ALL {
        let person = person(era);
        let people = (0..8).map(|n| {
            let person = person.clone().principal(&format!("person {n}"));
            tokio::spawn(async move {
                let reason = format!("reason {n}");
                let asked = person.call("delete_rows", table()).await;
                let details = asked.expect_form("details");
                details
                    .attack(details.accepting(json!({ "reason": "evil" })))
                    .by("mallory")
                    .await
                    .expect_refused();
                let gate = details
                    .answer(json!({ "reason": reason }))
                    .await
                    .expect_gate("confirmed");
                let done = gate.accept().await.finish();
                assert!(done.text().contains(&reason), "{era} {done:?}");
            })
        });
        for done in people.collect::<Vec<_>>() {
            done.await.unwrap();
        }
        assert_eq!(person.server().effects(), 8, "{era}");
    }
}

#[test]
#[should_panic(expected = "give the server itself")]
fn the_server_itself_is_wanted() {
    let office = Office::new(Askback::builder().build().unwrap());
    let _ = Tester::new(askback::wrap(office));
}
