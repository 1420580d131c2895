//! Progress of an operation, as its host hears it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use askback::registry::OperationFuture;
use askback::{Ask, Progress};
use serde_json::{Value, json};

use super::desk::{BOTH, Desk, Kept, Office, finished, pending};
use super::operations::Details;

/// The handles that operations leave behind, for what happens after the end.
static LEFT: Mutex<Vec<Progress>> = Mutex::new(Vec::new());

fn works<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let progress = ask.progress();
        for (completed, total) in [
            (1.0, Some(4.0)),
            (2.0, Some(1.0)),
            (f64::NAN, None),
            (-1.0, None),
        ] {
            progress.report(completed, total, "works");
        }
        progress.report(2, 4, "w".repeat(2_000));
        progress.report(0.5, None, None);
        LEFT.lock().unwrap().push(progress.clone());
        Ok(json!(progress.faults().len()))
    })
}

#[tokio::test]
async fn what_is_no_update_is_kept_aside_and_changes_nothing() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let office = Office::new(Kept::Sealed).op("works", works);
    let hears = Arc::clone(&heard);
    let call = office.call("works").on_progress(move |update| {
        let told = (
            update.completed(),
            update.total(),
            update.message().map(str::to_owned),
        );
        hears.lock().unwrap().push(told);
    });
    assert_eq!(finished(call.invoke().await), json!(5));
    let only = (1.0, Some(4.0), Some("works".to_owned()));
    assert_eq!(*heard.lock().unwrap(), [only]);
    // None after the end, from whatever still has a handle.
    office.clock.advance(Duration::from_secs(1));
    for progress in LEFT.lock().unwrap().iter() {
        progress.report(4, 4, None);
    }
    assert_eq!(heard.lock().unwrap().len(), 1);
}

fn steps<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let progress = ask.progress();
        progress.report(1, None, "before");
        let Details { reason, .. } = ask.form("details", "Why?").await?;
        progress.report(2, None, "after");
        desk.note(format!("{}", progress.faults().len()));
        Ok(json!(reason))
    })
}

#[tokio::test]
async fn the_calls_after_it_are_heard_too_each_from_its_own_beginning() {
    for kept in BOTH {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&heard);
        let office = Office::new(kept).op("steps", steps);
        let call = office.call("steps");
        let call = call.on_progress(move |update| hears.lock().unwrap().push(update.completed()));
        let asked = pending(call.invoke().await);
        assert_eq!(*heard.lock().unwrap(), [1.0]);
        finished(asked.accept(json!({ "reason": "moved" })).invoke().await);
        // The clock stands still: of what comes within 100 ms the first is told.
        assert_eq!(*heard.lock().unwrap(), [1.0, 1.0]);
    }
}

fn throttled<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let progress = ask.progress();
        for at in 0..1_000 {
            progress.report(at, 1_000, None);
        }
        // Suppressed updates count: this is less than what was reported.
        progress.report(7, 1_000, None);
        Ok(json!(progress.faults().len()))
    })
}

#[tokio::test]
async fn at_most_one_in_a_hundred_milliseconds() {
    let heard = Arc::new(Mutex::new(0));
    let hears = Arc::clone(&heard);
    let office = Office::new(Kept::Sealed).op("throttled", throttled);
    let call = office.call("throttled");
    let call = call.on_progress(move |_| *hears.lock().unwrap() += 1);
    assert_eq!(finished(call.invoke().await), json!(1));
    assert_eq!(*heard.lock().unwrap(), 1);
}

#[tokio::test]
async fn a_listener_that_panics_changes_nothing() {
    for kept in BOTH {
        let office = Office::new(kept).op("steps", steps);
        let call = office.call("steps").on_progress(|_| panic!("on purpose"));
        let asked = pending(call.invoke().await);
        let outcome = asked.accept(json!({ "reason": "moved" })).invoke().await;
        assert_eq!(finished(outcome), "moved");
        assert_eq!(office.desk().noted(), ["1"]);
    }
}
