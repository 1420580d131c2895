//! An answer that was accepted before: what became of it is looked up, and nothing is done twice.

use askback::registry::{FailureCode, OperationFuture, Pending};
use askback::{Ask, Confirmed, Modes};
use serde_json::{Value, json};

use super::desk::{Desk, Kept, Office, Then, failed, finished, pending};
use super::operations::{Ticket, purge, yes};

/// The confirmation that is pending, and its field.
async fn confirm(office: &Office) -> (Pending<Desk>, String) {
    let call = office.registry.call("purge", json!({ "days": 30 }));
    let ticket = pending(call.modes(Modes::FORM).invoke().await);
    office.wait();
    let sure = pending(ticket.accept(json!({ "id": "T-1" })).invoke().await);
    office.wait();
    let field = sure.fields()[0].name().to_owned();
    (sure, field)
}

#[tokio::test]
async fn what_has_finished_is_looked_up() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    let (sure, field) = confirm(&office).await;
    let answer = || sure.clone().accept(yes(&field));
    assert_eq!(
        finished(answer().invoke().await),
        json!({ "purged": "T-1" })
    );
    let again = finished(answer().invoke().await);
    assert_eq!(again, json!({ "purged": "T-1", "recovered": true }));
    let noted = office.desk().noted();
    assert_eq!(noted.len(), 2, "{noted:?}");
    assert_eq!(noted[1], "recovers T-1");
}

#[tokio::test]
async fn what_failed_is_looked_up_and_not_done() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    office.desk().then(Then::Fail);
    let (sure, field) = confirm(&office).await;
    let answer = || sure.clone().accept(yes(&field));
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.to_string(), "failed: the disk is full");
    office.desk().then(Then::Finish);
    let failure = failed(answer().invoke().await);
    assert_eq!(
        failure.to_string(),
        "failed: nothing was purged under this key"
    );
    assert_eq!(office.desk().noted(), ["fails", "recovers T-1"]);
}

#[tokio::test]
async fn a_panic_fails_the_call_and_leaves_it_to_recovery() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    office.desk().then(Then::Panic);
    let (sure, field) = confirm(&office).await;
    let answer = || sure.clone().accept(yes(&field));
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.code(), FailureCode::Failed);
    assert!(failure.message().contains("panicked"), "{failure}");
    assert!(!failure.to_string().contains("on purpose"), "{failure}");
    // It had done its work.
    let again = finished(answer().invoke().await);
    assert_eq!(again, json!({ "purged": "T-1", "recovered": true }));
}

#[tokio::test]
async fn a_dropped_call_is_left_to_recovery() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    office.desk().then(Then::Hang);
    let (sure, field) = confirm(&office).await;
    let answer = || sure.clone().accept(yes(&field));
    let mut running = Box::pin(answer().invoke());
    while office.desk().noted().is_empty() {
        tokio::select! {
            biased;
            _ = &mut running => panic!("it hangs"),
            () = tokio::task::yield_now() => {}
        }
    }
    drop(running);
    office.desk().then(Then::Finish);
    let again = finished(answer().invoke().await);
    assert_eq!(again, json!({ "purged": "T-1", "recovered": true }));
    assert_eq!(office.desk().noted().len(), 2);
}

#[tokio::test]
async fn sixteen_times_and_then_it_already_ran() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    let (sure, field) = confirm(&office).await;
    let answer = || sure.clone().accept(yes(&field));
    assert!(answer().invoke().await.finished().is_some());
    for _ in 0..16 {
        assert!(answer().invoke().await.finished().is_some());
    }
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.code(), FailureCode::AlreadyRan);
    let key = failure.idempotency_key("purge").unwrap();
    let done = format!("done {key}");
    assert!(office.desk().noted().contains(&done), "another key");
    assert_eq!(office.desk().noted().len(), 17);
}

fn never_finds_out<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let again = ask.recovery_only();
        desk.note(format!("recovery {again}"));
        let Ticket { id } = ask.form("ticket", "Ticket?").await?;
        if again {
            // Whatever it wants to know now, nobody is asked.
            let more: Result<Ticket, _> = ask.form("more", "One more?").await;
            let sure: Result<Confirmed, _> = ask.confirm("sure", "Sure?").await;
            desk.note(format!("asked {} {}", more.is_ok(), sure.is_ok()));
            more?;
        }
        Ok(json!(id))
    })
}

#[tokio::test]
async fn a_recovery_asks_nothing_and_opens_no_gate() {
    let office = Office::new(Kept::Ledger).op("never_finds_out", never_finds_out);
    let asked = pending(office.call("never_finds_out").invoke().await);
    let answer = || asked.clone().accept(json!({ "id": "T" }));
    assert_eq!(finished(answer().invoke().await), "T");
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.code(), FailureCode::InvalidOutcome, "{failure}");
    let noted = office.desk().noted();
    assert_eq!(noted.last().map(String::as_str), Some("asked false false"));
}

fn charges<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Ticket { id } = ask.form("ticket", "Ticket?").await?;
        let charge = async {
            desk.note("charges");
            Ok::<_, askback::Error>(7)
        };
        let charged: u64 = ask.step("charge", charge).await?;
        Ok(json!([id, charged]))
    })
}

#[tokio::test]
async fn a_recovery_computes_no_step() {
    let office = Office::new(Kept::Ledger).op("charges", charges);
    let asked = pending(office.call("charges").invoke().await);
    let answer = || asked.clone().accept(json!({ "id": "T" }));
    assert_eq!(finished(answer().invoke().await), json!(["T", 7]));
    let failure = failed(answer().invoke().await);
    assert_eq!(failure.code(), FailureCode::InvalidOutcome, "{failure}");
    assert_eq!(office.desk().noted(), ["charges"]);
}

fn reopens<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let sure: Result<Confirmed, _> = ask.confirm("sure", "Sure?").await;
        desk.note(format!("{} {}", ask.recovery_only(), sure.is_ok()));
        drop(sure?);
        Ok(json!("done"))
    })
}

#[tokio::test]
async fn an_accepted_gate_does_not_open_again_in_a_recovery() {
    let office = Office::new(Kept::Ledger).op("reopens", reopens);
    let asked = pending(office.call("reopens").invoke().await);
    office.wait();
    let field = asked.fields()[0].name().to_owned();
    let answer = || asked.clone().accept(yes(&field));
    assert_eq!(finished(answer().invoke().await), "done");
    assert!(answer().invoke().await.finished().is_none());
    assert_eq!(
        office.desk().noted(),
        ["false false", "false true", "true false"]
    );
}

#[tokio::test]
async fn another_answer_after_the_end_is_a_conflict() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    let (sure, field) = confirm(&office).await;
    assert!(
        sure.clone()
            .accept(yes(&field))
            .invoke()
            .await
            .finished()
            .is_some()
    );
    for other in [sure.clone().decline(), sure.cancel()] {
        assert_eq!(failed(other.invoke().await).code(), FailureCode::Conflict);
    }
}
