//! Calls that end before their operation does.

use std::time::Duration;

use askback::registry::{FailureCode, OperationFuture};
use askback::{Ask, Modes};
use serde_json::{Value, json};

use super::desk::{BOTH, Desk, Kept, Office, Then, failed, pending};
use super::operations::{Details, note, purge, yes};

fn panics<'a>(_: &'a Desk, _: Value, _: &'a mut Ask<'_>) -> OperationFuture<'a> {
    panic!("on purpose")
}

fn panics_with_a_question_open<'a>(
    _: &'a Desk,
    _: Value,
    ask: &'a mut Ask<'_>,
) -> OperationFuture<'a> {
    Box::pin(async move {
        let details: Result<Details, _> = ask.form("details", "Why?").await;
        let details = details.unwrap();
        Ok(json!(details.reason))
    })
}

#[tokio::test]
async fn a_panic_never_puts_a_question_nor_ends_the_host() {
    for kept in BOTH {
        let office = Office::new(kept)
            .op("panics", panics)
            .op("opened", panics_with_a_question_open)
            .op("note", note);
        for name in ["panics", "opened"] {
            let failure = failed(office.call(name).invoke().await);
            assert_eq!(failure.code(), FailureCode::Failed, "{name} {failure}");
        }
        // Nothing is left behind, and other calls go on.
        assert!(office.call("note").invoke().await.pending().is_some());
    }
}

#[tokio::test]
async fn a_seal_lets_an_accepted_confirmation_be_used_once_in_a_process() {
    let office = Office::new(Kept::Sealed).op("purge", purge);
    office.desk().then(Then::Panic);
    let call = office.registry.call("purge", json!({ "days": 1 }));
    let ticket = pending(call.modes(Modes::FORM).invoke().await);
    office.wait();
    let sure = pending(ticket.accept(json!({ "id": "T" })).invoke().await);
    office.wait();
    let field = sure.fields()[0].name().to_owned();
    let answer = || sure.clone().accept(yes(&field));
    assert_eq!(failed(answer().invoke().await).code(), FailureCode::Failed);
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.code(), FailureCode::AlreadyRan);
    assert_eq!(office.desk().noted().len(), 1);
}

#[tokio::test]
async fn a_call_that_outlives_its_lease_commits_nothing() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    office.desk().then(Then::Hang);
    let call = office.registry.call("purge", json!({ "days": 1 }));
    let ticket = pending(call.modes(Modes::FORM).invoke().await);
    office.wait();
    let sure = pending(ticket.accept(json!({ "id": "T" })).invoke().await);
    office.wait();
    let field = sure.fields()[0].name().to_owned();
    let answer = || sure.clone().accept(yes(&field));
    let mut running = Box::pin(answer().invoke());
    let mut moved = false;
    let failure = loop {
        tokio::select! {
            biased;
            outcome = &mut running => break failed(outcome),
            () = tokio::task::yield_now() => {
                if !moved && !office.desk().noted().is_empty() {
                    // As if this process had stood still for longer than its lease lasts.
                    moved = true;
                    office.clock.advance(Duration::from_secs(60));
                }
            }
        }
    };
    assert_eq!(failure.code(), FailureCode::Busy, "{failure}");
    office.desk().then(Then::Finish);
    let again = answer().invoke().await.finished().unwrap();
    assert_eq!(again["recovered"], true);
}

#[tokio::test]
async fn a_drained_registry_begins_nothing() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let asked = pending(office.call("note").invoke().await);
        office.registry.askback().drain().await;
        for call in [
            office.call("note"),
            asked.accept(json!({ "reason": "moved" })),
        ] {
            assert_eq!(failed(call.invoke().await).code(), FailureCode::Busy);
        }
        assert!(office.desk().noted().is_empty());
    }
}

#[tokio::test]
async fn an_ended_lifetime_answers_nothing_any_more() {
    let office = Office::new(Kept::Ledger).op("note", note);
    let asked = pending(office.call("note").invoke().await);
    office.registry.askback().end().await.unwrap();
    let failure = failed(asked.accept(json!({ "reason": "moved" })).invoke().await);
    assert_eq!(failure.code(), FailureCode::InvalidContinuation);
    assert_eq!(
        failed(office.call("note").invoke().await).code(),
        FailureCode::Busy
    );
}
