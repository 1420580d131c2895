//! What counts as an answer: the strict policy, invalid ones, and none at all.

use askback::form::Policy;
use askback::registry::{Failure, FailureCode, OperationFuture};
use askback::{Ask, Confirmed, Form, Modes};
use serde_json::{Value, json};

use super::desk::{BOTH, Desk, Kept, Office, failed, finished, pending};
use super::operations::{Ticket, maybe, note, purge, visit, yes};

/// The rule that each field broke, and that no text quotes what was sent.
fn rules(failure: &Failure) -> Vec<(String, &'static str)> {
    assert_eq!(failure.code(), FailureCode::InvalidAnswer, "{failure}");
    let errors = failure.errors().iter();
    errors
        .map(|error| (error.field().to_owned(), error.rule().as_str()))
        .collect()
}

#[tokio::test]
async fn the_strict_policy_takes_nothing_for_granted() {
    for (content, broken) in [
        (
            json!({ "reason": "moved", "hunter2": 1 }),
            ("hunter2", "unexpected"),
        ),
        (json!({ "reason": "moved", "rows": null }), ("rows", "type")),
        (json!({ "reason": "moved", "rows": "7" }), ("rows", "type")),
        (json!({ "reason": "moved", "rows": true }), ("rows", "type")),
        (json!({ "reason": "moved", "rows": 1.5 }), ("rows", "type")),
        (
            json!({ "reason": "moved", "rows": -1 }),
            ("rows", "minimum"),
        ),
        (json!({ "reason": "no" }), ("reason", "minLength")),
        (json!({}), ("reason", "missing")),
        (Value::Null, ("", "missing")),
        (json!([]), ("", "type")),
        (json!("hunter2"), ("", "type")),
    ] {
        for kept in BOTH {
            let office = Office::new(kept).op("note", note);
            let asked = pending(office.call("note").invoke().await);
            let failure = failed(asked.clone().accept(content.clone()).invoke().await);
            let (field, rule) = broken;
            assert_eq!(
                rules(&failure),
                [(field.to_owned(), rule)],
                "{content} {kept:?}"
            );
            assert_eq!(failure.question(), Some("details"));
            // The same continuation is still open.
            let accepted = asked.accept(json!({ "reason": "moved", "rows": 3.0 }));
            let done = finished(accepted.invoke().await);
            assert_eq!(done, json!({ "reason": "moved", "rows": 3 }));
        }
    }
}

#[tokio::test]
async fn the_portable_policy_can_be_chosen() {
    for kept in BOTH {
        let portable = Office::with(kept, |builder| builder.policy(Policy::Portable));
        let office = portable.op("note", note);
        for content in [
            json!({ "reason": "moved", "more": 1 }),
            json!({ "reason": "moved", "rows": null }),
        ] {
            let asked = pending(office.call("note").invoke().await);
            let done = finished(asked.accept(content).invoke().await);
            assert_eq!(done, json!({ "reason": "moved", "rows": null }));
        }
    }
}

#[tokio::test]
async fn a_visit_is_not_answered_with_content() {
    for kept in BOTH {
        let office = Office::new(kept).op("visit", visit);
        let asked = pending(office.call("visit").invoke().await);
        for content in [json!({}), json!({ "a": 1 }), json!([])] {
            let failure = failed(asked.clone().accept(content).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidAnswer, "{kept:?}");
            // Two of three attempts, then a good one.
            if kept == Kept::Ledger {
                break;
            }
        }
        assert_eq!(finished(asked.accept(()).invoke().await), json!(true));
    }
}

#[tokio::test]
async fn too_many_invalid_answers_close_the_question() {
    let office = Office::new(Kept::Ledger).op("note", note);
    let asked = pending(office.call("note").invoke().await);
    let invalid = || asked.clone().accept(json!({ "reason": "no" }));
    for _ in 0..2 {
        assert_eq!(rules(&failed(invalid().invoke().await))[0].1, "minLength");
    }
    let failure = failed(invalid().invoke().await);
    assert_eq!(rules(&failure)[0].1, "minLength");
    assert!(failure.message().contains("too many"), "{failure}");
    assert!(!failure.is_open());
    // It stays closed, whatever comes.
    for call in [
        invalid(),
        asked.clone().accept(json!({ "reason": "moved" })),
        asked.clone().decline(),
    ] {
        let failure = failed(call.invoke().await);
        let code = failure.code();
        assert!(!failure.is_open());
        assert!(
            matches!(code, FailureCode::InvalidAnswer | FailureCode::Conflict),
            "{code}"
        );
    }
    assert!(office.desk().noted().is_empty());
}

#[tokio::test]
async fn no_answer_shows_the_same_question_again() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let asked = pending(office.call("note").invoke().await);
        office.wait();
        let again = office.call("note").resume(asked.continuation());
        let again = pending(again.invoke().await);
        assert_eq!(
            (again.key(), again.message(), again.schema()),
            (asked.key(), asked.message(), asked.schema())
        );
        assert_eq!(again.expiry(), asked.expiry());
        if kept == Kept::Ledger {
            assert_eq!(again.continuation(), asked.continuation());
        }
        let done = again.accept(json!({ "reason": "moved" })).invoke().await;
        assert!(done.finished().is_some());
        assert_eq!(office.desk().noted(), ["moved None"]);
    }
}

#[tokio::test]
async fn a_confirmation_opens_on_accept_and_yes_alone() {
    for kept in BOTH {
        let office = Office::new(kept).op("purge", purge);
        let confirm = async || {
            let call = office.registry.call("purge", json!({ "days": 30 }));
            let ticket = pending(call.modes(Modes::FORM).invoke().await);
            office.wait();
            let sure = pending(ticket.accept(json!({ "id": "T" })).invoke().await);
            office.wait();
            sure
        };
        let sure = confirm().await;
        let field = sure.fields()[0].name().to_owned();
        for content in [
            json!({}),
            json!({ (field.clone()): "true" }),
            json!({ (field.clone()): 1 }),
        ] {
            let sure = confirm().await;
            let failure = failed(sure.accept(content).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidAnswer, "{failure}");
        }
        assert!(
            failed(
                confirm()
                    .await
                    .accept(json!({ (field.clone()): false }))
                    .invoke()
                    .await
            )
            .is_refused()
        );
        assert!(failed(confirm().await.decline().invoke().await).is_refused());
        assert!(office.desk().noted().is_empty());
        // After three refusals within ten minutes it would be closed.
        assert_eq!(
            finished(sure.accept(yes(&field)).invoke().await),
            json!({ "purged": "T" })
        );
    }
}

#[tokio::test]
async fn an_invalid_answer_does_not_reach_an_operation_that_decides_itself() {
    for kept in BOTH {
        let office = Office::new(kept).op("maybe", maybe);
        let asked = pending(office.call("maybe").invoke().await);
        let failure = failed(
            asked
                .clone()
                .accept(json!({ "reason": "no" }))
                .invoke()
                .await,
        );
        assert_eq!(failure.code(), FailureCode::InvalidAnswer);
        assert!(failure.is_open());
        assert_eq!(finished(asked.decline().invoke().await), "declined");
    }
}

#[tokio::test]
async fn texts_of_a_host_that_has_nothing_else() {
    let office = Office::new(Kept::Ledger).op("note", note);
    let asked = pending(office.call("note").invoke().await);
    let [reason, rows] = asked.fields() else {
        panic!("two fields")
    };
    assert_eq!(reason.parse("moved").unwrap(), Some(json!("moved")));
    assert_eq!(rows.parse("").unwrap(), None);
    assert_eq!(rows.parse(" 42 ").unwrap(), Some(json!(42)));
    let error = rows.parse("hunter2").unwrap_err();
    assert_eq!((error.field(), error.rule().as_str()), ("rows", "type"));
    assert!(!error.to_string().contains("hunter2"), "{error}");
    let error = reason.parse("no").unwrap_err();
    assert_eq!(error.rule().as_str(), "minLength");
}

/// Asks for `a` in its first run only.
fn fickle<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let first = desk.noted().is_empty();
        desk.note("runs");
        if first {
            let _: Ticket = ask.form("a", "A?").await?;
        }
        let Ticket { id } = ask.form("b", "B?").await?;
        Ok(json!(id))
    })
}

#[tokio::test]
async fn a_question_that_is_not_asked_any_more_waits_for_no_answer() {
    for kept in BOTH {
        let office = Office::new(kept).op("fickle", fickle);
        let a = pending(office.call("fickle").invoke().await);
        assert_eq!(a.key(), "a");
        let b = pending(a.accept(json!({ "id": "A" })).invoke().await);
        assert_eq!(b.key(), "b");
        let done = b.accept(json!({ "id": "B" })).invoke().await;
        assert_eq!(finished(done), "B", "{kept:?}");
    }
}

#[derive(Form)]
struct Amount {
    amount: f64,
}

fn pay<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Amount { amount } = ask.form("amount", "How much?").await?;
        let sure: Confirmed = ask.confirm("sure", "Sure?").await?;
        drop(sure);
        Ok(json!(amount))
    })
}

#[tokio::test]
async fn a_number_stays_what_it_is_between_rounds() {
    for kept in BOTH {
        // The nearest numbers of these texts are not what a quick reader takes them for.
        for text in ["0.19844004278856286", "0.30000000000000004", "1.25e300"] {
            let office = Office::new(kept).op("pay", pay);
            let asked = pending(office.call("pay").invoke().await);
            office.wait();
            let answer = asked.accept_json(format!(r#"{{"amount": {text}}}"#));
            let sure = pending(answer.invoke().await);
            office.wait();
            let field = sure.fields()[0].name().to_owned();
            // The confirmation covers the answer: another number would be another question.
            let paid = finished(sure.accept(yes(&field)).invoke().await);
            assert_eq!(paid.as_f64(), text.parse().ok(), "{kept:?}");
        }
    }
}
