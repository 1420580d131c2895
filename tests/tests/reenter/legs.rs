//! Legs that fail, that take long, and calls that are cancelled meanwhile.

use std::time::Duration;

use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::NOVEMBER;
use crate::plain::{Came, Plain};

fn filled(field: &str) -> Value {
    accept(json!({ field: field }))
}

#[tokio::test]
async fn a_leg_that_fails_loses_its_key_only() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("pair").await;
    let question = peer.question().await;
    assert_eq!(question["params"]["message"], "A?");
    peer.answer(&question, filled("a")).await;
    let question = peer.question().await;
    peer.fail(&question, -32603).await;
    // What was answered is not asked a second time, and it is there again.
    for fails in [true, false] {
        let question = peer.question().await;
        assert_eq!(question["params"]["message"], "B?");
        match fails {
            true => peer.fail(&question, -1).await,
            false => peer.answer(&question, filled("b")).await,
        }
    }
    assert_eq!(text(&peer.result(call).await), ("done", false));
    let half = Came::again(Some("pair"), json!({ "a": filled("a") }));
    let whole = json!({ "a": filled("a"), "b": filled("b") });
    let whole = Came::again(Some("pair"), whole);
    assert_eq!(plain.calls(), [Came::first(), half.clone(), half, whole]);
}

#[tokio::test]
async fn another_question_under_the_same_key_is_asked() {
    let (server, _) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("shifting").await;
    let question = peer.question().await;
    assert_eq!(question["params"]["message"], "A1?");
    peer.answer(&question, filled("a")).await;
    let question = peer.question().await;
    peer.fail(&question, -32603).await;
    let question = peer.question().await;
    assert_eq!(question["params"]["message"], "A2?");
    peer.answer(&question, filled("a")).await;
    let question = peer.question().await;
    peer.answer(&question, filled("b")).await;
    assert_eq!(text(&peer.result(call).await), ("done", false));
}

#[tokio::test]
async fn a_question_that_is_asked_again_is_asked_again() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("twice").await;
    for answer in ["first", "second"] {
        let question = peer.question().await;
        peer.answer(&question, filled(answer)).await;
    }
    peer.result(call).await;
    let answers: Vec<_> = plain.calls()[1..]
        .iter()
        .map(|came| came.responses.clone().unwrap()["a"]["content"].clone())
        .collect();
    assert_eq!(
        answers,
        [json!({ "first": "first" }), json!({ "second": "second" })]
    );
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_none() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("pair").await;
    let question = peer.question().await;
    let long = json!({ "a": "x".repeat(65_536) });
    peer.answer(&question, accept(long)).await;
    let question = peer.question().await;
    peer.answer(&question, filled("b")).await;
    assert_eq!(peer.question().await["params"]["message"], "A?");
    let calls = plain.calls();
    assert_eq!(calls[1].responses, Some(json!({ "b": filled("b") })));
}

#[tokio::test]
async fn a_cancelled_call_is_not_entered_again() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("pair").await;
    let question = peer.question().await;
    peer.cancel(call).await;
    peer.withdrawn(&question).await;
    peer.answer(&question, filled("a")).await;
    let list = peer.request("tools/list", json!({})).await;
    peer.response(list).await;
    assert_eq!(plain.calls(), [Came::first()]);
}

#[tokio::test]
async fn an_answer_that_comes_with_the_cancellation_is_none() {
    for _ in 0..50 {
        let (server, plain) = Plain::serve();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.call("once").await;
        let question = peer.question().await;
        peer.cancel(call).await;
        peer.answer(&question, filled("name")).await;
        let list = peer.request("tools/list", json!({})).await;
        while peer.next().await["id"] != list {}
        assert_eq!(plain.calls(), [Came::first()]);
    }
}

/// Ten minutes a leg, half an hour in all; then the call is soon over.
#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_longer_than_half_an_hour() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("pair").await;
    let since = Instant::now();
    let mut questions = 0;
    let response = loop {
        let message = peer.next().await;
        if message["id"] == call && message["method"].is_null() {
            break message;
        }
        questions += usize::from(message["method"] == "elicitation/create");
    };
    assert_eq!(response["error"]["code"], -31005, "{response}");
    assert_eq!(questions, 3);
    assert_eq!(since.elapsed(), Duration::from_secs(1_800));
    assert_eq!(plain.calls().len(), 9);
}
