//! An answer that comes again, with a ledger.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use askback::registry::{FailureCode, OperationFuture};
use askback::{Ask, Choice, Form, Modes};
use serde_json::{Value, json};

use super::desk::{Desk, Kept, Office, failed, finished, pending};
use super::operations::{Ticket, many, note};

#[tokio::test]
async fn an_answered_question_gives_the_same_next_one_without_the_operation() {
    let office = Office::new(Kept::Ledger).op("many", many);
    let call = office.registry.call("many", json!({ "days": 3 }));
    let first = pending(call.modes(Modes::FORM).invoke().await);
    let second = pending(first.clone().accept(json!({ "id": "a" })).invoke().await);
    let ran = office.desk().noted();
    office.wait();
    for _ in 0..40 {
        let again = pending(first.clone().accept(json!({ "id": "a" })).invoke().await);
        assert_eq!(again.continuation(), second.continuation());
        assert_eq!(again.expiry(), second.expiry());
        assert_eq!((again.key(), again.message()), ("q1", "One more"));
        assert_eq!(again.schema(), second.schema());
    }
    assert_eq!(office.desk().noted(), ran, "it ran again");
    // Also when the next one has been answered itself.
    let third = pending(second.clone().accept(json!({ "id": "b" })).invoke().await);
    let again = pending(first.clone().accept(json!({ "id": "a" })).invoke().await);
    assert_eq!(again.continuation(), second.continuation());
    // A child never outlives its parent's deadline.
    assert_eq!(first.expiry(), third.expiry());
    office.clock.set(third.expiry());
    let failure = failed(first.accept(json!({ "id": "a" })).invoke().await);
    assert_eq!(failure.code(), FailureCode::InvalidContinuation);
}

#[tokio::test]
async fn a_terminal_no_is_told_again_and_cannot_become_a_yes() {
    let office = Office::new(Kept::Ledger).op("note", note);
    let asked = pending(office.call("note").invoke().await);
    office.wait();
    let told = failed(asked.clone().decline().invoke().await).to_string();
    assert_eq!(
        failed(asked.clone().decline().invoke().await).to_string(),
        told
    );
    for other in [
        asked.clone().cancel(),
        asked.accept(json!({ "reason": "moved" })),
    ] {
        assert_eq!(failed(other.invoke().await).code(), FailureCode::Conflict);
    }
    assert!(office.desk().noted().is_empty());
}

#[derive(Form)]
struct Account {
    /// Beyond what a double holds exactly.
    #[form(range = 0..=9_007_199_254_740_991_u64)]
    number: u64,
}

fn pay<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Account { number } = ask.form("account", "Which account?").await?;
        let Account { number: to } = ask.form("to", "To which?").await?;
        desk.note(format!("{number} {to}"));
        Ok(json!(number))
    })
}

#[tokio::test]
async fn one_answer_has_many_spellings() {
    let office = Office::new(Kept::Ledger).op("pay", pay);
    let first = pending(office.call("pay").invoke().await);
    let second = first.clone().accept_json(r#"{"number": 10}"#);
    let second = pending(second.invoke().await);
    for text in [
        r#"{ "number":10.0 }"#,
        r#"{"number":1e1}"#,
        r#"{"number":100e-1}"#,
    ] {
        let again = pending(first.clone().accept_json(text).invoke().await);
        assert_eq!(again.continuation(), second.continuation(), "{text}");
    }
    for text in [r#"{"number":11}"#, r#"{"number":10.000000000000002}"#] {
        let failure = failed(first.clone().accept_json(text).invoke().await);
        assert_eq!(failure.code(), FailureCode::Conflict, "{text}");
    }
}

/// Waits inside until it is let on.
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn slow<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Account { number } = ask.form("account", "Which account?").await?;
        INSIDE.fetch_add(1, SeqCst);
        while INSIDE.load(SeqCst) < 100 {
            tokio::task::yield_now().await;
        }
        desk.note("ran");
        Ok(json!(number))
    })
}

#[tokio::test]
async fn the_same_answer_at_the_same_time_is_busy() {
    let office = Arc::new(Office::new(Kept::Ledger).op("slow", slow));
    let asked = pending(office.call("slow").invoke().await);
    let answer = || asked.clone().accept(json!({ "number": 7 }));
    let running = tokio::spawn(answer().invoke());
    while INSIDE.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(failed(answer().invoke().await).code(), FailureCode::Busy);
    let failure = failed(asked.clone().decline().invoke().await);
    assert_eq!(failure.code(), FailureCode::Conflict);
    INSIDE.store(100, SeqCst);
    assert_eq!(finished(running.await.unwrap()), json!(7));
    assert_eq!(office.desk().noted(), ["ran"]);
}

#[derive(Choice)]
enum Size {
    /// As `small` as it gets
    Small,
    Large,
}

#[derive(Form)]
struct Order {
    /// One of the `sizes` that there are
    #[form(title = "The `size`")]
    size: Size,
    #[form(title = "All `sizes`")]
    sizes: Vec<Size>,
}

fn order<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let _: Ticket = ask.form("ticket", "Ticket?").await?;
        let Order { size, sizes } = ask.form("order", "Which?").await?;
        Ok(json!([matches!(size, Size::Small), sizes.len()]))
    })
}

#[tokio::test]
async fn the_authors_words_come_again_as_they_are() {
    let office = Office::new(Kept::Ledger).op("order", order);
    let ticket = pending(office.call("order").invoke().await);
    let answer = || ticket.accept(json!({ "id": "T" })).invoke();
    let (order, again) = (pending(answer().await), pending(answer().await));
    let schema = order.schema().unwrap();
    assert!(schema.to_string().contains("As `small` as it gets"));
    assert_eq!(again.schema().unwrap(), schema);
    assert_eq!(again.continuation(), order.continuation());
}
