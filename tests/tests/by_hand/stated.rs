//! `#[state]` in the modern era.

use std::sync::atomic::Ordering;
use std::time::Duration;

use askback_tests::wire::{Wire, keys, refused, retry, state, text, tool_params};
use serde_json::{Value, json};

use crate::draft::{Site, about, name};

async fn first(wire: &mut Wire, what: &str) -> String {
    state(&wire.call("draft", about(what), json!({})).await)
}

#[tokio::test]
async fn a_state_goes_along_from_round_to_round() {
    let Site { served, drafts, .. } = Site::new();
    let mut wire = Wire::to(served);
    let asked = wire.call("draft", about("names"), json!({})).await;
    assert_eq!(keys(&asked), ["name.0"]);
    let retried = retry(&state(&asked), json!({ "name.0": name("Ada") }));
    let again = wire.call("draft", about("names"), retried).await;
    assert_eq!(keys(&again), ["name.1"]);
    assert_ne!(state(&again), state(&asked));
    let retried = retry(&state(&again), json!({ "name.1": name("Grace") }));
    let done = wire.call("draft", about("names"), retried).await;
    assert_eq!(text(&done), "Ada, Grace in 3");
    assert_eq!(
        drafts.seen(),
        [
            Value::Null,
            json!({ "name.0": name("Ada") }),
            json!({ "name.1": name("Grace") })
        ]
    );
    assert_eq!(drafts.checked.load(Ordering::SeqCst), 3, "in every round");
}

#[tokio::test]
async fn a_prompt_keeps_a_state_too() {
    let Site { served, drafts, .. } = Site::new();
    let mut wire = Wire::to(served);
    let params = |retry: Value| tool_params("outline", about("pair"), retry);
    let asked = wire.request("prompts/get", params(json!({}))).await;
    assert_eq!(keys(&asked), ["a", "b"]);
    let answers = json!({ "a": name("Ada"), "b": name("Grace"), "c": name("Mallory") });
    let retried = params(retry(&state(&asked), answers));
    let done = wire.request("prompts/get", retried).await;
    let told = &done["result"]["messages"][0]["content"]["text"];
    assert_eq!(told, "Ada, Grace in 2", "{done}");
    let answers = json!({ "a": name("Ada"), "b": name("Grace") });
    assert_eq!(drafts.seen(), [Value::Null, answers]);
}

#[tokio::test]
async fn only_what_was_asked_is_seen() {
    let Site { served, drafts, .. } = Site::new();
    let mut wire = Wire::to(served);
    // Nothing was asked.
    let made_up = json!({ "inputResponses": { "a": name("Mallory"), "b": name("Mallory") } });
    let asked = wire.call("draft", about("pair"), made_up).await;
    assert_eq!(keys(&asked), ["a", "b"]);
    assert_eq!(drafts.seen(), [Value::Null]);
    // Another was asked, and earlier ones are no longer.
    let first = first(&mut wire, "names").await;
    drafts.seen();
    let made_up = json!({ "name.0": name("Ada"), "name.1": name("Mallory"), "x": {} });
    let asked = wire
        .call("draft", about("names"), retry(&first, made_up))
        .await;
    assert_eq!(drafts.seen(), [json!({ "name.0": name("Ada") })]);
    let made_up = retry(&state(&asked), json!({ "name.0": name("Mallory") }));
    wire.call("draft", about("names"), made_up).await;
    assert_eq!(drafts.seen(), [json!({})]);
    // A retry without answers is none with an empty map.
    let bare = json!({ "requestState": state(&asked) });
    wire.call("draft", about("names"), bare).await;
    assert_eq!(drafts.seen(), [Value::Null]);
}

#[tokio::test]
async fn responses_have_their_shape() {
    let Site { served, drafts, .. } = Site::new();
    let mut wire = Wire::to(served);
    let first = first(&mut wire, "names").await;
    drafts.seen();
    for wrong in [json!(5), json!("x"), json!([]), Value::Null] {
        let wrong = retry(&first, json!({ "name.0": wrong }));
        refused(&wire.call("draft", about("names"), wrong).await, -32602);
    }
    let large = json!({ "name.0": name(&"x".repeat(65_536)) });
    let large = retry(&first, large);
    refused(&wire.call("draft", about("names"), large).await, -32602);
    assert_eq!(drafts.seen(), Vec::<Value>::new());
}

#[tokio::test]
async fn a_state_opens_for_the_same_call_only() {
    let Site {
        served,
        drafts,
        clock,
    } = Site::new();
    let mut wire = Wire::to(served.clone());
    let first = first(&mut wire, "names").await;
    drafts.seen();
    let retried = |state: &str| retry(state, json!({ "name.0": name("Ada") }));
    let tampered = format!("{first}A");
    for (tool, what, state) in [
        ("draft", "pair", &*first),
        ("redraft", "names", &*first),
        ("draft", "names", &*tampered),
        ("draft", "names", ""),
        ("draft", "names", "mine"),
    ] {
        refused(&wire.call(tool, about(what), retried(state)).await, -32602);
    }
    let mut other = Wire::to(served).as_who("mallory");
    let stolen = other.call("draft", about("names"), retried(&first)).await;
    refused(&stolen, -32602);
    clock.advance(Duration::from_secs(600));
    let late = wire.call("draft", about("names"), retried(&first)).await;
    refused(&late, -32602);
    assert_eq!(drafts.seen(), Vec::<Value>::new());
}

#[tokio::test]
async fn a_precondition_ends_the_call() {
    let Site { served, drafts, .. } = Site::new();
    let mut wire = Wire::to(served);
    let ended = wire.call("draft", about("forbidden"), json!({})).await;
    refused(&ended, -32602);
    assert_eq!(ended["error"]["message"], "not this one");
    assert_eq!(drafts.seen(), Vec::<Value>::new());
}

#[tokio::test]
async fn rounds_have_an_end() {
    let Site { served, .. } = Site::new();
    let mut wire = Wire::to(served);
    let mut asked = wire.call("draft", about("endless"), json!({})).await;
    for _ in 1..4 {
        let retried = retry(&state(&asked), json!({ "again": name("Ada") }));
        asked = wire.call("draft", about("endless"), retried).await;
    }
    let retried = retry(&state(&asked), json!({ "again": name("Ada") }));
    refused(&wire.call("draft", about("endless"), retried).await, -31005);
}

#[tokio::test]
async fn the_deadline_is_the_first_rounds() {
    let Site { served, clock, .. } = Site::new();
    let mut wire = Wire::to(served);
    let asked = first(&mut wire, "endless").await;
    clock.advance(Duration::from_secs(500));
    let asked = wire
        .call("draft", about("endless"), retry(&asked, json!({})))
        .await;
    clock.advance(Duration::from_secs(100));
    let late = retry(&state(&asked), json!({}));
    refused(&wire.call("draft", about("endless"), late).await, -32602);
}

#[tokio::test]
async fn what_an_author_gets_wrong_goes_to_nobody() {
    let Site { served, .. } = Site::new();
    let mut wire = Wire::to(served);
    for (what, code, said) in [
        ("own", -32603, "request_state"),
        ("many", -32603, "17 things in one round"),
        ("bad", -32603, "under a key"),
        ("nan", -32603, "read back"),
        ("large", -32603, "too long"),
        ("undeclared", -32021, "Use the web page."),
    ] {
        let response = wire.call("draft", about(what), json!({})).await;
        refused(&response, code);
        let message = response["error"]["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    let stateless = wire.call("stateless", json!({}), json!({})).await;
    refused(&stateless, -32603);
    assert!(stateless.to_string().contains("#[state]"), "{stateless}");
}

#[tokio::test]
async fn sixteen_requests_go_out_and_none_does_too() {
    let Site { served, .. } = Site::new();
    let mut wire = Wire::to(served);
    let asked = wire.call("draft", about("sixteen"), json!({})).await;
    assert_eq!(keys(&asked).len(), 16);
    let mut asked = wire.call("draft", about("later"), json!({})).await;
    for _ in 0..2 {
        let bare = json!({ "requestState": state(&asked) });
        asked = wire.call("draft", about("later"), bare).await;
    }
    assert_eq!(text(&asked), " in 3");
}
