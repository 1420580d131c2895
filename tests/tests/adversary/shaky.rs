//! Clients of the handshake era that fail, or answer what they were not asked.

use askback::testing::{Era, Tester};
use serde_json::json;

use crate::trap::{Trap, serve};
use askback_tests::accept;
use askback_tests::peer::{Peer, text};

const HANDSHAKE: [Era; 2] = [Era::Handshake, Era::FirstHandshake];

#[tokio::test]
async fn a_question_that_failed_is_not_asked_again_and_again() {
    for era in HANDSHAKE {
        let person = Tester::new(Trap::default()).era(era);
        let details = person
            .call("hesitant", json!({}))
            .await
            .expect_form("details");
        let gate = details
            .shows("Why?")
            .fail(-32_603)
            .await
            .expect_gate("confirmed");
        assert_eq!(person.server().effects.get(), 0);
        assert_eq!(gate.accept().await.finish().text(), "Unavailable");
        assert_eq!(person.server().effects.get(), 1, "{era}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_another_question_opens_nothing() {
    let (served, trap) = serve();
    let mut peer = Peer::connect(served, "2025-11-25").await;
    let call = peer.call("two_gates").await;
    let first = peer.question().await;
    // The same answer three times: twice too often, and never for what has not been asked yet.
    for _ in 0..3 {
        peer.answer(&first, accept(json!({"confirm": true}))).await;
    }
    let next = first["id"].as_u64().unwrap();
    for ahead in 2..6 {
        let guess = json!({"id": next + ahead});
        peer.answer(&guess, accept(json!({"confirm": true}))).await;
    }
    let second = peer.question().await;
    assert_eq!(second["params"]["message"], "Really sure?");
    assert_eq!(trap.effects.get(), 0);
    peer.answer(&second, accept(json!({"confirm": false})))
        .await;
    let result = peer.result(call).await;
    assert!(text(&result).1);
    assert_eq!(trap.effects.get(), 0);
}

/// Retry fields mean nothing in this era, whatever they hold.
#[tokio::test(start_paused = true)]
async fn answers_in_the_request_itself_are_not_looked_at() {
    let (served, trap) = serve();
    let mut peer = Peer::connect(served, "2025-11-25").await;
    let call = json!({"name": "two_gates", "arguments": {}, "requestState": "x", "inputResponses": {
        "first": accept(json!({"confirm": true})), "second": accept(json!({"confirm": true})),
    }});
    peer.request("tools/call", call).await;
    assert_eq!(peer.question().await["params"]["message"], "Sure?");
    assert_eq!(trap.effects.get(), 0);
}
