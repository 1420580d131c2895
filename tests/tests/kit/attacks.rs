//! The adversarial verbs, in every era.

use askback::testing::{Era, Question, kind};
use askback_tests::accept;
use serde_json::{Value, json};

use crate::script::person;

fn table() -> Value {
    json!({ "table": "users" })
}

async fn at_the_gate(
    person: &askback::testing::Tester<crate::office::Office>,
) -> Question<kind::Gate> {
    let asked = person.call("delete_rows", table()).await;
    let details = json!({ "reason": "moved" });
    let asked = asked.expect_form("details").answer(details).await;
    asked.expect_gate("confirmed")
}

#[tokio::test]
async fn a_gate_withstands_them_and_opens_afterwards() {
    for era in Era::ALL {
        let person = person(era).principal("ada");
        let gate = at_the_gate(&person).await;
        gate.attack_open().tampered().await.expect_refused();
        gate.attack_open().without_state().await.expect_refused();
        gate.attack_open().by("bob").await.expect_refused();
        let orders = json!({ "table": "orders" });
        gate.attack_open()
            .with_arguments(orders)
            .await
            .expect_refused();
        gate.attack_open().to("deploy").await.expect_refused();
        gate.attack(json!({ "action": "approve" }))
            .tampered()
            .await
            .expect_refused();
        assert_eq!(person.server().effects(), 0, "{era}");

        let done = gate.accept().await.finish();
        assert_eq!(person.server().effects(), 1, "{era}");
        for _ in 0..3 {
            done.replay().await.expect_refused();
        }
        assert_eq!(person.server().effects(), 1, "{era}");
    }
}

#[tokio::test]
async fn a_form_withstands_them_too() {
    for era in Era::ALL {
        let person = person(era).principal("ada");
        let form = person
            .call("delete_rows", table())
            .await
            .expect_form("details");
        let answer = form.accepting(json!({ "reason": "evil" }));
        form.attack(answer.clone())
            .tampered()
            .await
            .expect_refused();
        form.attack(answer.clone()).by("bob").await.expect_refused();
        form.attack(answer).without_state().await.expect_refused();
        let gate = form
            .answer(json!({ "reason": "moved" }))
            .await
            .expect_gate("confirmed");
        assert!(gate.accept().await.finish().text().contains("moved"));
    }
}

#[tokio::test]
async fn what_they_lead_to_in_the_modern_era() {
    let person = person(Era::Modern).principal("ada");
    let gate = at_the_gate(&person).await;
    for turn in [
        gate.attack_open().tampered().await,
        gate.attack_open().by("bob").await,
        gate.attack_open()
            .with_arguments(json!({ "table": "x" }))
            .await,
        gate.attack_open().to("deploy").await,
    ] {
        let outcome = turn.expect_error(-32_602);
        assert_eq!(outcome.text(), "Invalid or expired request state");
        assert!(outcome.error_data().is_null());
    }
    let anew = gate.attack_open().without_state().await;
    assert_eq!(anew.keys(), ["details"]);
    let done = gate.accept().await.finish();
    done.replay().await.expect_error(-31_006);
}

#[tokio::test]
async fn answers_in_the_first_call() {
    for era in Era::ALL {
        let person = person(era);
        let responses = json!({
            "details": accept(json!({ "reason": "moved" })),
            "confirmed": accept(json!({ "confirm": true })),
        });
        let asked = person
            .call_answered("delete_rows", table(), responses)
            .await;
        assert_eq!(asked.keys(), ["details"], "{era}");
        asked.expect_refused();
        assert_eq!(person.server().effects(), 0, "{era}");

        // An answer to the gate alone is no better.
        let yes = json!({ "confirmed": accept(json!({ "confirm": true })) });
        let asked = person.call_answered("delete_rows", table(), yes).await;
        asked.expect_refused();
        assert_eq!(person.server().effects(), 0, "{era}");
    }
}

#[tokio::test]
async fn answers_to_what_was_not_asked() {
    for era in Era::ALL {
        let person = person(era);
        let yes = accept(json!({ "confirm": true }));
        let gate = person
            .call("delete_rows", table())
            .await
            .expect_form("details")
            .unasked("confirmed", yes.clone())
            .unasked("nonsense", yes)
            .answer(json!({ "reason": "moved" }))
            .await
            .expect_gate("confirmed");
        assert_eq!(person.server().effects(), 0, "{era}");
        gate.accept().await.finish();
        assert_eq!(person.server().effects(), 1, "{era}");
    }
}

#[tokio::test]
async fn of_two_accepts_at_once_one_counts() {
    for era in Era::ALL {
        for _ in 0..5 {
            let person = person(era);
            let both = at_the_gate(&person).await.accept_twice().await;
            let refused = both
                .map(|turn| turn.outcome())
                .map(|it| it.is_error() || it.response().is_null());
            assert_eq!(
                refused.iter().filter(|refused| **refused).count(),
                1,
                "{era}"
            );
            assert_eq!(person.server().effects(), 1, "{era}");
        }
    }
}

#[tokio::test]
async fn an_exchange_goes_on_after_two_answers_at_once() {
    for era in Era::ALL {
        let person = person(era);
        let form = person
            .call("delete_rows", table())
            .await
            .expect_form("details");
        let [first, _] = form.answer_twice(json!({ "reason": "moved" })).await;
        first.expect_gate("confirmed").accept().await.finish();
        assert_eq!(person.server().effects(), 1, "{era}");
    }
}
