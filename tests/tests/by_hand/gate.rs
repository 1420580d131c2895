//! A gate by hand in the modern era.

use std::sync::atomic::Ordering;
use std::time::Duration;

use askback::GateError::{Cancelled, Declined, Failed, UnexpectedAction};
use askback_tests::accept;
use askback_tests::wire::{Wire, keys, refused, retry, state, text, tool_params};
use serde_json::{Value, json};

use crate::vault::{Site, users};

pub(crate) fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

pub(crate) async fn asked(wire: &mut Wire, tool: &str) -> String {
    let asked = wire.call(tool, users(), json!({})).await;
    assert_eq!(keys(&asked), ["confirmed"], "{tool}");
    state(&asked)
}

fn message(asked: &Value) -> &str {
    let question = &asked["result"]["inputRequests"]["confirmed"]["params"];
    question["message"].as_str().unwrap()
}

#[tokio::test]
async fn an_accept_opens_it_once() {
    for tool in ["drop", "purge"] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let first = wire.call(tool, users(), json!({})).await;
        let question = &first["result"]["inputRequests"]["confirmed"]["params"];
        let field = &question["requestedSchema"]["properties"]["confirm"];
        assert_eq!(
            (&field["type"], &field["default"]),
            (&json!("boolean"), &Value::Null)
        );
        let retried = retry(&state(&first), yes());
        let done = wire.call(tool, users(), retried.clone()).await;
        assert_eq!(text(&done), "done");
        // The same accept again.
        refused(&wire.call(tool, users(), retried).await, -31006);
        assert_eq!(site.effects().count(), 1);
    }
}

#[tokio::test]
async fn prompts_and_resources_have_gates_too() {
    for (method, params) in [
        ("prompts/get", tool_params("summary", users(), json!({}))),
        ("resources/read", json!({ "uri": "vault://users" })),
    ] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let first = wire.request(method, params.clone()).await;
        assert!(message(&first).contains("`users`"));
        let mut retried = params.clone();
        retried["requestState"] = json!(state(&first));
        retried["inputResponses"] = yes();
        let done = wire.request(method, retried.clone()).await;
        assert_eq!(done["result"]["resultType"], "complete", "{done}");
        assert_eq!(site.effects().count(), 1);
        refused(&wire.request(method, retried).await, -31006);

        let first = wire.request(method, params.clone()).await;
        let mut declined = params;
        declined["requestState"] = json!(state(&first));
        declined["inputResponses"] = json!({ "confirmed": { "action": "decline" } });
        refused(&wire.request(method, declined).await, -31001);
        assert_eq!(site.effects().count(), 1);
    }
}

#[tokio::test]
async fn every_other_answer_leaves_it_shut() {
    for (answer, error, spent) in [
        (json!({ "action": "decline" }), Declined, true),
        (
            json!({ "action": "decline", "content": { "confirm": true } }),
            Declined,
            true,
        ),
        (accept(json!({ "confirm": false })), Declined, true),
        (json!({ "action": "cancel" }), Cancelled, true),
        (json!({ "action": "agree" }), UnexpectedAction, false),
        (
            json!({ "action": "Accept", "content": { "confirm": true } }),
            UnexpectedAction,
            false,
        ),
        (json!({ "action": true }), Failed, false),
        (json!({}), Failed, false),
        (json!({ "content": { "confirm": true } }), Failed, false),
        (accept(json!({})), Failed, false),
        (accept(json!({ "confirm": "true" })), Failed, false),
        (accept(json!({ "confirm": 1 })), Failed, false),
        (accept(json!({ "text": "users" })), Failed, false),
        (accept(json!([true])), Failed, false),
        (json!({ "action": "accept" }), Failed, false),
        (
            json!({ "method": "elicitation/create", "result": yes()["confirmed"] }),
            Failed,
            false,
        ),
    ] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = asked(&mut wire, "purge").await;
        let retried = retry(&state, json!({ "confirmed": answer }));
        let told = wire.call("purge", users(), retried).await;
        assert_eq!(told["result"]["isError"], true, "{answer}: {told}");
        assert_eq!(text(&told), error.to_string());
        assert_eq!(site.effects().refused(), [error], "{answer}");
        assert_eq!(site.effects().count(), 0, "{answer}");
        let later = wire.call("purge", users(), retry(&state, yes())).await;
        match spent {
            true => refused(&later, -31004),
            false => assert_eq!(text(&later), "done", "a client may do better"),
        }
        assert_eq!(site.effects().count(), usize::from(!spent), "{answer}");
    }
}

#[tokio::test]
async fn without_an_answer_nothing_is_decided() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = asked(&mut wire, "purge").await;
    for retried in [
        json!({ "requestState": state }),
        retry(&state, json!({})),
        retry(
            &state,
            json!({ "other": yes()["confirmed"], "Confirmed": yes()["confirmed"] }),
        ),
    ] {
        let told = wire.call("purge", users(), retried).await;
        assert_eq!(text(&told), Failed.to_string());
    }
    // Where the author asks again, the call goes on.
    let state = asked(&mut wire, "drop").await;
    let again = wire.call("drop", users(), retry(&state, json!({}))).await;
    assert_eq!(keys(&again), ["confirmed"]);
    let done = wire
        .call("drop", users(), retry(&state_of(&again), yes()))
        .await;
    assert_eq!(text(&done), "done");
    assert_eq!(site.effects().count(), 1);
}

fn state_of(asked: &Value) -> String {
    state(asked)
}

/// A conversation's state is none of a gate by hand, nor the other way round, though call and key are the same.
#[tokio::test]
async fn what_changed_is_asked_again() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let first = wire.call("drop", users(), json!({})).await;
    assert_eq!(message(&first), "Drop `users` with 3 rows?");
    site.vault.rows.store(4_000_000, Ordering::SeqCst);
    let again = wire
        .call("drop", users(), retry(&state(&first), yes()))
        .await;
    assert_eq!(message(&again), "Drop `users` with 4000000 rows?");
    assert_eq!(site.effects().count(), 0);
    let done = wire
        .call("drop", users(), retry(&state(&again), yes()))
        .await;
    assert_eq!(text(&done), "done");
    // The first question's accept counts only as long as it is what is shown.
    site.vault.rows.store(3, Ordering::SeqCst);
    let first = wire
        .call("drop", users(), retry(&state(&first), yes()))
        .await;
    assert_eq!(text(&first), "done", "its own question, its own accept");
    assert_eq!(site.effects().count(), 2);
}

/// Whoever forgets to look does not open it, unless the request's arguments say that the question is the same.
#[tokio::test]
async fn a_typed_text_is_compared() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let mut state = asked(&mut wire, "typed").await;
    let typed = |text: Value| json!({ "confirmed": accept(json!({ "text": text })) });
    for wrong in [
        typed(json!("orders")),
        typed(json!("Users")),
        typed(json!("")),
        typed(json!(true)),
        typed(Value::Null),
        yes(),
    ] {
        let again = wire.call("typed", users(), retry(&state, wrong)).await;
        assert_eq!(keys(&again), ["confirmed"]);
        assert_eq!(site.effects().refused(), [Failed]);
        state = state_of(&again);
    }
    assert_eq!(site.effects().count(), 0);
    let right = retry(&state, typed(json!("users")));
    assert_eq!(text(&wire.call("typed", users(), right).await), "done");
    assert_eq!(site.effects().count(), 1);
}

#[tokio::test]
async fn a_plain_gate_opens_on_accept_alone() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    for (answer, opens) in [
        (json!({ "action": "accept" }), true),
        (accept(json!({})), true),
        (json!({ "action": "decline" }), false),
    ] {
        let first = wire.call("glance", json!({}), json!({})).await;
        let before = site.effects().count();
        let retried = retry(&state(&first), json!({ "confirmed": answer }));
        wire.call("glance", json!({}), retried).await;
        assert_eq!(site.effects().count() - before, usize::from(opens));
    }
}

#[tokio::test]
async fn three_declines_close_it_for_ten_minutes() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let no = json!({ "confirmed": { "action": "decline" } });
    let out = asked(&mut wire, "purge").await;
    for _ in 0..3 {
        let state = asked(&mut wire, "purge").await;
        wire.call("purge", users(), retry(&state, no.clone())).await;
    }
    assert_eq!(site.effects().refused(), [Declined; 3]);
    let closed = wire
        .call("purge", json!({ "table": "orders" }), json!({}))
        .await;
    refused(&closed, -31001);
    assert!(
        closed["error"]["message"]
            .as_str()
            .unwrap()
            .contains("three times")
    );
    // A question that was out before does not open it either.
    let told = wire.call("purge", users(), retry(&out, yes())).await;
    assert_eq!(text(&told), Failed.to_string());
    // Others are not closed: another gate, another principal.
    asked(&mut wire, "drop").await;
    let mut other = Wire::to(site.served.clone()).as_who("grace");
    asked(&mut other, "purge").await;
    site.clock.advance(Duration::from_secs(600));
    let state = asked(&mut wire, "purge").await;
    let done = wire.call("purge", users(), retry(&state, yes())).await;
    assert_eq!(text(&done), "done");
    assert_eq!(site.effects().count(), 1);
}

#[tokio::test]
async fn who_cannot_be_asked_is_told_what_is_missing() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone()).declaring(json!({ "sampling": {} }));
    let asked = wire.call("drop", users(), json!({})).await;
    refused(&asked, -32021);
    assert_eq!(
        asked["error"]["data"]["requiredCapabilities"],
        json!({ "elicitation": { "form": {} } })
    );
    let message = asked["error"]["message"].as_str().unwrap();
    assert!(message.contains("Use the console."), "{message}");
}

#[tokio::test]
async fn rounds_have_an_end() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let mut asked = wire.call("drop", users(), json!({})).await;
    for _ in 1..9 {
        asked = wire
            .call("drop", users(), retry(&state(&asked), json!({})))
            .await;
    }
    let last = retry(&state(&asked), json!({}));
    refused(&wire.call("drop", users(), last).await, -31005);
    // The last answer may still finish.
    let done = wire
        .call("drop", users(), retry(&state(&asked), yes()))
        .await;
    assert_eq!(text(&done), "done");
}
