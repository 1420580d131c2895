//! How long a question waits, and what ends it.

use std::time::Duration;

use askback::Askback;
use askback::testing::{Era, Tester};
use serde_json::json;
use tokio::time::Instant;

use crate::NOVEMBER;
use crate::answers::yes;
use crate::desk::Desk;
use crate::peer::{Peer, text};

#[tokio::test(start_paused = true)]
async fn a_slow_person_is_waited_for() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("gate").await;
    let question = peer.question().await;
    peer.idle(Duration::from_secs(95)).await;
    peer.answer(&question, yes(&question)).await;
    assert_eq!(text(&peer.result(call).await), ("deleted", false));
    assert_eq!(effects.count(), 1);
    assert_eq!(peer.pings, 1);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_longer_than_ten_minutes() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("gate").await;
    let since = Instant::now();
    let question = peer.question().await;
    // The result and the withdrawal travel apart.
    let (first, second) = (peer.next().await, peer.next().await);
    assert_eq!(since.elapsed().as_secs(), 600);
    let (result, withdrawal) = match first["id"].is_null() {
        true => (second, first),
        false => (first, second),
    };
    assert_eq!(withdrawal["method"], "notifications/cancelled");
    assert_eq!(withdrawal["params"]["requestId"], question["id"]);
    assert_eq!(result["id"], call);
    let (text, failed) = text(&result["result"]);
    assert_eq!(
        (text, failed),
        (
            "The question `sure` got no answer: nobody answered it within 600 s, which is how long a question waits. \
             The call ended there.",
            true
        )
    );
    // Every 60 s, and not at the very end.
    assert_eq!(peer.pings, 9);

    peer.answer(&question, yes(&question)).await;
    let call = peer.request("tools/list", json!({})).await;
    peer.response(call).await;
    assert_eq!(effects.count(), 0, "an answer after the end");
}

#[tokio::test(start_paused = true)]
async fn the_questions_of_a_call_wait_half_an_hour_in_all() {
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("maybe").await;
    let since = Instant::now();
    let mut questions = 0;
    let result = loop {
        let message = peer.next().await;
        if message["id"] == call && message["method"].is_null() {
            break message;
        }
        questions += usize::from(message["method"] == "elicitation/create");
    };
    // A leg that fails loses its key only: the fourth question has no time left.
    assert_eq!(
        text(&result["result"]).0,
        "unavailable unavailable unavailable unavailable"
    );
    assert_eq!(questions, 3);
    assert_eq!(since.elapsed().as_secs(), 1_800);
}

#[tokio::test]
async fn what_was_answered_slowly_counts_too() {
    for era in [Era::Handshake, Era::FirstHandshake] {
        let person = Tester::with(Askback::builder(), Desk::of).era(era);
        let mut turn = person.call("maybe", json!({})).await;
        for key in ["one", "two", "three"] {
            let slow = turn.expect_form(key).after(Duration::from_secs(590));
            turn = slow.answer(json!({"severity": "low"})).await;
        }
        // Of 1,800 s there are 30 left.
        let late = turn.expect_form("four").after(Duration::from_secs(31));
        let done = late.answer(json!({"severity": "low"})).await.finish();
        assert_eq!(done.text(), "accept accept accept unavailable", "{era}");
    }
}

#[tokio::test]
async fn a_cancelled_call_withdraws_its_question() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("gate").await;
    let question = peer.question().await;
    peer.cancel(call).await;
    peer.withdrawn(&question).await;
    peer.answer(&question, yes(&question)).await;
    // No response to the cancelled call either.
    let list = peer.request("tools/list", json!({})).await;
    peer.response(list).await;
    assert_eq!(effects.count(), 0);
}

#[tokio::test]
async fn an_answer_after_the_cancellation_never_opens_a_gate() {
    for _ in 0..50 {
        let (server, effects) = Desk::new();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.call("gate").await;
        let question = peer.question().await;
        peer.cancel(call).await;
        // Before the withdrawal can have been seen.
        peer.answer(&question, yes(&question)).await;
        let list = peer.request("tools/list", json!({})).await;
        while peer.next().await["id"] != list {}
        assert_eq!(effects.count(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_that_its_handler_drops_is_withdrawn() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("impatient").await;
    let question = peer.question().await;
    let since = Instant::now();
    let mut seen = Vec::new();
    while !seen
        .iter()
        .any(|message: &serde_json::Value| message["method"] == "notifications/cancelled")
    {
        seen.push(peer.next().await);
    }
    assert_eq!(since.elapsed().as_secs(), 5);
    let withdrawal = seen.last().unwrap();
    assert_eq!(withdrawal["params"]["requestId"], question["id"]);
    assert_eq!(effects.count(), 0);
}

#[tokio::test]
async fn calls_wait_side_by_side() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let first = peer.call("gate").await;
    let first_question = peer.question().await;
    let second = peer.call("gate").await;
    let second_question = peer.question().await;
    assert_ne!(first_question["id"], second_question["id"]);
    peer.answer(&second_question, yes(&second_question)).await;
    assert_eq!(text(&peer.result(second).await), ("deleted", false));
    assert_eq!(effects.count(), 1);
    peer.answer(&first_question, json!({"action": "decline"}))
        .await;
    assert!(text(&peer.result(first).await).1);
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn sixteen_questions_wait_in_a_session_and_no_more() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let mut open = Vec::new();
    for _ in 0..16 {
        let call = peer.call("gate").await;
        open.push((call, peer.question().await));
    }
    let crowded = peer.call("gate").await;
    let result = peer.result(crowded).await;
    let (told, failed) = text(&result);
    assert!(failed && told.contains("too many"), "{told}");

    // Another session has its own places.
    let (server, _) = Desk::new();
    let mut other = Peer::connect(server, NOVEMBER).await;
    other.call("gate").await;
    other.question().await;

    let (call, question) = open.remove(0);
    peer.answer(&question, yes(&question)).await;
    assert_eq!(text(&peer.result(call).await), ("deleted", false));
    let again = peer.call("gate").await;
    let question = peer.question().await;
    peer.answer(&question, yes(&question)).await;
    assert_eq!(text(&peer.result(again).await), ("deleted", false));
    assert_eq!(effects.count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_ends_ends_its_questions() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("gate").await;
    peer.question().await;
    drop(peer);
    // The effect holds a count of its owners: the handler has let go of it once it is over.
    effects.wait_until_alone().await;
    assert_eq!(effects.count(), 0);
}
