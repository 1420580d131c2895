//! Two that are alive at once, the first without its lease.

use askback::ledger::Limits;
use askback::registry::{Call, FailureCode, Outcome, Pending, Registry};
use askback::{Modes, Principal};
use serde_json::{Value, json};

use crate::desk::{Shared, registries};
use crate::stores::Make;

pub(crate) fn call(registry: &Registry<Shared>, arguments: Value, who: &str) -> Call<Shared> {
    let principal = Principal::new("https://id.example.com", who, "").unwrap();
    let call = registry.call("purge", arguments);
    call.principal(principal).modes(Modes::FORM)
}

pub(crate) fn pending(outcome: Outcome<Shared>) -> Pending<Shared> {
    match outcome {
        Outcome::Pending(pending) => pending,
        Outcome::Finished(value) => panic!("it finished: {value}"),
        Outcome::Failed(failure) => panic!("it failed: {failure}"),
    }
}

pub(crate) fn finished(outcome: Outcome<Shared>) -> Value {
    match outcome {
        Outcome::Finished(value) => value,
        Outcome::Pending(pending) => panic!("it asks: {}", pending.key()),
        Outcome::Failed(failure) => panic!("it failed: {failure}"),
    }
}

pub(crate) fn code(outcome: &Outcome<Shared>) -> FailureCode {
    match outcome {
        Outcome::Failed(failure) => failure.code(),
        Outcome::Pending(pending) => panic!("it asks: {}", pending.key()),
        Outcome::Finished(value) => panic!("it finished: {value}"),
    }
}

/// A first call.
pub(crate) async fn asked(registry: &Registry<Shared>, arguments: Value) -> Pending<Shared> {
    pending(call(registry, arguments, "ada").invoke().await)
}

/// The answer to the form.
pub(crate) fn answer(registry: &Registry<Shared>, arguments: Value, token: &str) -> Call<Shared> {
    let call = call(registry, arguments, "ada").resume(token);
    call.accept(json!({ "reason": "moved" }))
}

/// The answer to the confirmation.
pub(crate) fn yes(registry: &Registry<Shared>, arguments: Value, token: &str) -> Call<Shared> {
    let call = call(registry, arguments, "ada").resume(token);
    call.accept(json!({ "confirm": true }))
}

/// The token of an open confirmation.
pub(crate) async fn at_the_gate(registry: &Registry<Shared>, arguments: Value) -> String {
    let first = asked(registry, arguments.clone()).await;
    let next = answer(registry, arguments, first.continuation());
    let gate = pending(next.invoke().await);
    assert!(gate.is_gate() && !first.is_gate());
    gate.continuation().to_owned()
}

/// A lease that nobody renews in time: the first renewal comes after ten seconds.
fn short() -> Limits {
    let mut limits = Limits::default();
    limits.lease = 1_000;
    limits
}

pub(crate) async fn the_one_whose_lease_ended_commits_nothing(make: &Make) {
    let Some(stores) = make(short()) else { return };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 2).await;
    let waits = json!({ "wait": true });
    let gate = at_the_gate(&registries[0], waits.clone()).await;
    let first = {
        let call = yes(&registries[0], waits.clone(), &gate);
        tokio::spawn(async move { call.invoke().await })
    };
    shared.waiting.acquire().await.unwrap().forget();
    // The first one's body runs; until its lease has ended nobody else gets the chain.
    let recovered = loop {
        let outcome = yes(&registries[1], waits.clone(), &gate).invoke().await;
        match outcome {
            Outcome::Failed(failure) if failure.code() == FailureCode::Busy => {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            outcome => break finished(outcome),
        }
    };
    assert_eq!(recovered, json!("recovered"));
    shared.door.add_permits(1);
    let outcome = first.await.unwrap();
    assert_eq!(code(&outcome), FailureCode::Busy);
    // What it did it did, but nobody is told that it was the outcome: that is what was recovered.
    assert_eq!(shared.effects.count(), 1);
    let again = yes(&registries[1], waits, &gate).invoke().await;
    assert_eq!(finished(again), json!("recovered"));
}

/// An operation that does not say that it recovers is not called on an answer that was accepted before.
pub(crate) async fn an_operation_that_does_not_recover_is_not_called_again(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 2).await;
    let blind = |at: usize| registries[at].call("blind", json!({})).modes(Modes::FORM);
    let asked = pending(blind(0).invoke().await);
    let answer = |at| {
        let call = blind(at).resume(asked.continuation());
        call.accept(json!({ "reason": "moved" }))
    };
    assert_eq!(finished(answer(0).invoke().await), json!("moved"));
    for at in [0, 1, 0] {
        let again = answer(at).invoke().await;
        assert_eq!(code(&again), FailureCode::AlreadyRan);
    }
    assert_eq!(shared.effects.count(), 1);
}
