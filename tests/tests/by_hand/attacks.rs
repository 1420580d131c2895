//! A gate by hand under attack, in the modern era.

use std::sync::atomic::Ordering;
use std::time::Duration;

use askback::GateError::Failed;
use askback_tests::wire::{Wire, keys, refused, retry, text, tool_params};
use serde_json::json;

use crate::gate::{asked, yes};
use crate::vault::{Site, users};

#[tokio::test]
async fn a_first_call_that_carries_an_answer_is_asked() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let made_up = json!({ "inputResponses": yes() });
    for tool in ["drop", "purge", "typed", "twice"] {
        let asked = wire.call(tool, users(), made_up.clone()).await;
        assert_eq!(keys(&asked), ["confirmed"], "{tool}");
    }
    for bogus in ["", "AQ", "confirmed", &"A".repeat(200), &"A".repeat(20_000)] {
        let made_up = retry(bogus, yes());
        refused(&wire.call("purge", users(), made_up).await, -32602);
    }
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn a_state_opens_for_the_same_call_only() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = asked(&mut wire, "drop").await;
    let retried = |state: &str| retry(state, yes());
    let mut tampered = state.clone().into_bytes();
    tampered[40] ^= 1;
    let tampered = String::from_utf8(tampered).unwrap();
    for (tool, arguments, state) in [
        ("drop", json!({ "table": "orders" }), &*state),
        ("drop", json!({ "table": "users", "force": true }), &*state),
        ("other_drop", users(), &*state),
        ("purge", users(), &*state),
        ("drop", users(), &*tampered),
        ("drop", users(), &state[..state.len() - 1]),
    ] {
        let answer = wire.call(tool, arguments, retried(state)).await;
        refused(&answer, -32602);
    }
    let mut other = Wire::to(site.served.clone()).as_who("mallory");
    let stolen = other.call("drop", users(), retried(&state)).await;
    refused(&stolen, -32602);
    let prompt = tool_params("drop", users(), retried(&state));
    refused(&wire.request("prompts/get", prompt).await, -32602);
    site.clock.advance(Duration::from_secs(600));
    refused(&wire.call("drop", users(), retried(&state)).await, -32602);
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn states_of_another_kind_open_nothing() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let by_hand = asked(&mut wire, "purge").await;
    site.vault.driven.store(true, Ordering::SeqCst);
    let driven = asked(&mut wire, "purge").await;
    let crossed = wire.call("purge", users(), retry(&by_hand, yes())).await;
    refused(&crossed, -32602);
    site.vault.driven.store(false, Ordering::SeqCst);
    let crossed = wire.call("purge", users(), retry(&driven, yes())).await;
    refused(&crossed, -32602);
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn another_gates_question_opens_nothing() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = asked(&mut wire, "swapped").await;
    let told = wire.call("swapped", users(), retry(&state, yes())).await;
    assert_eq!(text(&told), Failed.to_string());
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn one_accept_is_one_confirmation() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = asked(&mut wire, "twice").await;
    wire.call("twice", users(), retry(&state, yes())).await;
    assert_eq!(site.effects().count(), 1);
    assert_eq!(site.effects().refused(), [Failed]);

    let state = asked(&mut wire, "purge").await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (served, retried) = (site.served.clone(), retry(&state, yes()));
        calls.spawn(async move { Wire::to(served).call("purge", users(), retried).await });
    }
    calls.join_all().await;
    assert_eq!(site.effects().count(), 2);
}

#[tokio::test]
async fn a_question_that_nobody_looked_at_opens_nothing() {
    for tool in ["careless", "lying"] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = asked(&mut wire, tool).await;
        let told = wire.call(tool, users(), retry(&state, yes())).await;
        assert_eq!(text(&told), Failed.to_string());
        assert_eq!(site.effects().count(), 0);
    }
}

#[tokio::test]
async fn a_cancelled_request_opens_nothing() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = asked(&mut wire, "late").await;
    let id = wire.send("late", users(), retry(&state, yes())).await;
    wire.cancel(id).await;
    while site.effects().refused() != [Failed] {
        tokio::task::yield_now().await;
    }
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn a_value_that_a_gate_must_not_show_is_not_asked() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    for table in ["https://evil.example", &*"x".repeat(257)] {
        let asked = wire
            .call("purge", json!({ "table": table }), json!({}))
            .await;
        refused(&asked, -32602);
        assert!(!asked.to_string().contains(table), "no value in an error");
    }
}
