//! Many with one token.

use std::collections::BTreeSet;

use askback::ledger::Limits;
use askback::registry::{FailureCode, Outcome};
use serde_json::json;

use crate::desk::{Shared, registries};
use crate::stores::Make;
use crate::two::{answer, asked, at_the_gate, call, code, pending, yes};

/// How many come at once.
const MANY: usize = 24;

pub(crate) async fn of_many_with_the_last_token_one_runs_the_handler(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 3).await;
    let gate = at_the_gate(&registries[0], json!({})).await;
    let tasks = (0..MANY).map(|at| {
        let call = yes(&registries[at % registries.len()], json!({}), &gate);
        tokio::spawn(async move { call.invoke().await })
    });
    let (mut ran, mut recovered) = (0, 0);
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Outcome::Finished(value) if value == json!("moved") => ran += 1,
            Outcome::Finished(value) => {
                assert_eq!(value, json!("recovered"));
                recovered += 1;
            }
            outcome => match code(&outcome) {
                FailureCode::Busy | FailureCode::AlreadyRan => {}
                other => panic!("{other:?}"),
            },
        }
    }
    assert_eq!(
        (ran, shared.effects.count()),
        (1, 1),
        "recovered: {recovered}"
    );
}

pub(crate) async fn all_with_an_earlier_token_get_the_same_prompt(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 3).await;
    let first = asked(&registries[0], json!({})).await;
    let tasks = (0..MANY).map(|at| {
        let call = answer(
            &registries[at % registries.len()],
            json!({}),
            first.continuation(),
        );
        tokio::spawn(async move { call.invoke().await })
    });
    let mut prompts = BTreeSet::new();
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Outcome::Pending(next) => {
                prompts.insert((next.continuation().to_owned(), next.expiry()));
            }
            outcome => assert_eq!(code(&outcome), FailureCode::Busy),
        }
    }
    for registry in &registries {
        let next = answer(registry, json!({}), first.continuation());
        let next = pending(next.invoke().await);
        prompts.insert((next.continuation().to_owned(), next.expiry()));
    }
    assert_eq!(prompts.len(), 1);
    assert_eq!(shared.effects.count(), 0);
}

pub(crate) async fn of_many_different_answers_one_counts(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 3).await;
    let first = asked(&registries[0], json!({})).await;
    let tasks = (0..MANY).map(|at| {
        let call = call(&registries[at % registries.len()], json!({}), "ada");
        let call = call.resume(first.continuation());
        let call = call.accept(json!({ "reason": format!("reason {at}") }));
        tokio::spawn(async move { call.invoke().await })
    });
    let mut prompts = BTreeSet::new();
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Outcome::Pending(next) => {
                prompts.insert(next.continuation().to_owned());
            }
            outcome => match code(&outcome) {
                FailureCode::Busy | FailureCode::Conflict => {}
                other => panic!("{other:?}"),
            },
        }
    }
    assert_eq!(prompts.len(), 1);
}
