//! `#[state]` in the handshake era: the very same handlers.

use std::time::Duration;

use askback_tests::peer::{Peer, text};
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::draft::{Site, about, name};

async fn call(peer: &mut Peer, method: &str, tool: &str, what: &str) -> u64 {
    peer.request(method, json!({ "name": tool, "arguments": about(what) }))
        .await
}

#[tokio::test]
async fn a_state_goes_along_from_round_to_round() {
    let Site { served, drafts, .. } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    let draft = call(&mut peer, "tools/call", "draft", "names").await;
    for answer in ["Ada", "Grace"] {
        let question = peer.question().await;
        assert_eq!(question["method"], "elicitation/create");
        peer.answer(&question, name(answer)).await;
    }
    assert_eq!(text(&peer.result(draft).await), ("Ada, Grace in 3", false));
    assert_eq!(
        drafts.seen(),
        [
            Value::Null,
            json!({ "name.0": name("Ada") }),
            json!({ "name.1": name("Grace") })
        ]
    );
}

#[tokio::test]
async fn a_prompt_keeps_a_state_too() {
    let Site { served, drafts, .. } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    let outline = call(&mut peer, "prompts/get", "outline", "pair").await;
    for answer in ["Ada", "Grace"] {
        let question = peer.question().await;
        peer.answer(&question, name(answer)).await;
    }
    let result = peer.result(outline).await;
    assert_eq!(result["messages"][0]["content"]["text"], "Ada, Grace in 2");
    assert_eq!(drafts.seen().len(), 2);
}

#[tokio::test]
async fn a_leg_that_fails_loses_its_key_only() {
    let Site { served, drafts, .. } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    let draft = call(&mut peer, "tools/call", "draft", "pair").await;
    let question = peer.question().await;
    peer.answer(&question, name("Ada")).await;
    let question = peer.question().await;
    peer.fail(&question, -32603).await;
    let question = peer.question().await;
    peer.answer(&question, name("Grace")).await;
    let (told, failed) = (peer.result(draft).await, false);
    assert_eq!(text(&told), ("Ada, Ada, Grace in 3", failed));
    let half = json!({ "a": name("Ada") });
    let whole = json!({ "a": name("Ada"), "b": name("Grace") });
    assert_eq!(drafts.seen(), [Value::Null, half, whole]);
}

/// The state does not leave the process: its time to live would only cut a person short.
#[tokio::test]
async fn a_slow_person_loses_nothing() {
    let Site {
        served,
        clock,
        drafts: _,
    } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    let draft = call(&mut peer, "tools/call", "draft", "names").await;
    for answer in ["Ada", "Grace"] {
        let question = peer.question().await;
        clock.advance(Duration::from_secs(590));
        peer.answer(&question, name(answer)).await;
    }
    assert_eq!(text(&peer.result(draft).await), ("Ada, Grace in 3", false));
}

#[tokio::test]
async fn retry_fields_that_the_peer_makes_up_count_for_nothing() {
    let Site { served, drafts, .. } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    for state in [json!("mine"), Value::Null] {
        let params = json!({
            "name": "draft", "arguments": about("names"), "requestState": state,
            "inputResponses": { "name.0": name("Mallory") },
        });
        let draft = peer.request("tools/call", params).await;
        let question = peer.question().await;
        assert_eq!(drafts.seen(), [Value::Null]);
        peer.answer(&question, name("Ada")).await;
        let question = peer.question().await;
        peer.answer(&question, name("Grace")).await;
        assert_eq!(text(&peer.result(draft).await), ("Ada, Grace in 3", false));
        drafts.seen();
    }
}

#[tokio::test]
async fn rounds_have_an_end() {
    let Site { served, .. } = Site::new();
    let mut peer = Peer::connect(served, NOVEMBER).await;
    let draft = call(&mut peer, "tools/call", "draft", "endless").await;
    for _ in 0..4 {
        let question = peer.question().await;
        peer.answer(&question, name("Ada")).await;
    }
    let response = peer.response(draft).await;
    assert_eq!(response["error"]["code"], -31005, "{response}");
}
