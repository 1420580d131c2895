//! What a failure says besides: why a question is asked again, what comes later, and what was wrong with the call.

use askback::Askback;
use askback::testing::{Era, Tester};
use serde_json::json;

use crate::failures::{failure, first, gate};
use crate::office::Office;
use crate::script::person;

/// What is said of the order only where it is the reason.
#[tokio::test]
async fn a_question_that_comes_later_in_the_round() {
    const HINT: &str =
        "it comes later in this round: in this era a round's questions come one by one";
    for era in [Era::Handshake, Era::FirstHandshake] {
        let turn = person(era).call("deploy", json!({})).await;
        let said = failure(|| turn.expect_form("told"));
        assert!(
            said.starts_with(&format!("expected the form `told` ({HINT}")),
            "{era} {said}"
        );
        let turn = person(era).call("deploy", json!({})).await;
        let said = failure(|| turn.expect_gate("confirmed"));
        assert!(!said.contains(HINT), "{era} {said}");
        let turn = person(era).call("deploy", json!({})).await;
        let turn = turn.expect_form("note").decline().await;
        let said = failure(|| turn.expect_form("note"));
        assert!(!said.contains(HINT), "{era} {said}");
    }
}

const ASKED_AGAIN: &str = r#"expected the gate `confirmed`, but the answer to `details` did not fit, and the server asks again:
  form `details`: Why does `users` go?

    Please correct:
    - reason: This needs at least 3 characters.
      reason (required): "#;

#[tokio::test]
async fn an_answer_that_did_not_fit() {
    for era in Era::ALL {
        let form = first(era).await.expect_form("details");
        let turn = form.answer(json!({ "reason": "x" })).await;
        let said = failure(|| turn.expect_gate("confirmed"));
        assert!(said.starts_with(ASKED_AGAIN), "{era} {said}");
        assert!(
            said.contains("\n     - reason: "),
            "the exchange so far is indented too: {said}"
        );
    }
    let turn = person(Era::Modern).call("deploy", json!({})).await;
    let turn = turn.expect_form("note").decline().await.expect_form("told");
    let turn = turn.answer(json!({ "text": "ops" })).await;
    let turn = turn.expect_gate("confirmed").typed("wep").await;
    let said = failure(|| turn.finish());
    assert!(
        said.contains(
            "but the answer to `confirmed` did not fit, and the server asks again:\n  gate"
        ),
        "{said}"
    );
}

#[tokio::test]
async fn a_visit_that_was_not_finished() {
    let office = |askback| {
        let mut slow = Office::new(askback);
        slow.finished_after = 60;
        slow
    };
    for era in Era::WITH_URLS {
        let person = Tester::with(Askback::builder(), office).era(era);
        let visit = person.call("link", json!({})).await.expect_url("linked");
        let turn = visit.accept().await;
        let said = failure(|| turn.finish());
        let why = "but the answer to `linked` came before the visit was finished, and the server asks again:";
        assert!(said.contains(why), "{era} {said}");
    }
}

#[tokio::test]
async fn arguments_that_are_none() {
    for era in Era::ALL {
        let person = person(era);
        let what = "are an object, or null for none, not [1]";
        let turn = person.call("fail", json!([1])).await;
        let said = failure(|| turn.finish());
        assert!(
            said.contains(&format!("the arguments of tools/call `fail` {what}")),
            "{era} {said}"
        );
        let turn = person.prompt("report", json!([1])).await;
        let said = failure(|| turn.expect_form("note"));
        assert!(said.contains(what), "{era} {said}");
        let turn = person.call_answered("fail", json!({}), json!([1])).await;
        let said = failure(|| turn.expect_refused());
        assert!(
            said.contains("the responses are an object of keys and responses, not [1]"),
            "{era} {said}"
        );
        let gate = gate(era).await.expect_gate("confirmed");
        let turn = gate.attack_open().with_arguments(json!([1])).await;
        let said = failure(|| turn.expect_refused());
        assert!(said.contains(what), "{era} {said}");
    }
}
