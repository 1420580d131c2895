//! A ledger without room.

use askback::ledger::Limits;
use askback::registry::FailureCode;
use serde_json::json;

use crate::desk::{Shared, registries};
use crate::stores::Make;
use crate::two::{at_the_gate, call, code, finished, pending, yes};

pub(crate) async fn a_principal_fills_its_own_room_only(make: &Make) {
    let mut limits = Limits::default();
    limits.chains_per_owner = 3;
    let Some(stores) = make(limits) else { return };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 1).await;
    let registry = &registries[0];
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(at_the_gate(registry, json!({})).await);
    }
    for _ in 0..2 {
        let full = call(registry, json!({}), "ada").invoke().await;
        assert_eq!(code(&full), FailureCode::Busy);
    }
    let _ = pending(call(registry, json!({}), "bob").invoke().await);
    for gate in open {
        let done = yes(registry, json!({}), &gate).invoke().await;
        assert_eq!(finished(done), json!("moved"));
    }
    let _ = pending(call(registry, json!({}), "ada").invoke().await);
}

/// What is over is kept for a while, and takes room of whoever it was.
pub(crate) async fn what_is_over_takes_room_of_its_principal_only(make: &Make) {
    let mut limits = Limits::default();
    limits.all_chains_per_owner = 3;
    let Some(stores) = make(limits) else { return };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 1).await;
    let registry = &registries[0];
    for _ in 0..3 {
        let asked = pending(call(registry, json!({}), "ada").invoke().await);
        let declined = asked.decline().invoke().await;
        assert_eq!(code(&declined), FailureCode::Declined);
    }
    let full = call(registry, json!({}), "ada").invoke().await;
    assert_eq!(code(&full), FailureCode::Busy);
    let _ = pending(call(registry, json!({}), "bob").invoke().await);
}

pub(crate) async fn a_full_ledger_is_busy_and_gives_up_no_open_prompt(make: &Make) {
    let mut limits = Limits::default();
    limits.chains = 4;
    let Some(stores) = make(limits) else { return };
    let shared = Shared::default();
    let registries = registries(&stores, &shared, 1).await;
    let registry = &registries[0];
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(at_the_gate(registry, json!({})).await);
    }
    for who in ["ada", "bob", "eve"] {
        let full = call(registry, json!({}), who).invoke().await;
        assert_eq!(code(&full), FailureCode::Busy);
    }
    assert_eq!(shared.effects.count(), 0);
    for gate in open {
        let done = yes(registry, json!({}), &gate).invoke().await;
        assert_eq!(finished(done), json!("moved"));
    }
    assert_eq!(shared.effects.count(), 4);
}
