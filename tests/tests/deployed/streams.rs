//! A client of the handshake era whose stream breaks while a question is open.

use std::time::Duration;

use askback_tests::web::Web;
use askback_tests::wire::text;
use serde_json::{Value, json};

use crate::kept::Kept;
use crate::shop::{BEGUN, DONE, Held, Shop};
use crate::talk::{Events, Session};

async fn site() -> (Shop, Web, Session) {
    let shop = Shop::default();
    let web = Web::serve(shop.served(&Kept::Sealed.askback().await)).await;
    let session = Session::begin(&web).await;
    (shop, web, session)
}

/// The next question: rmcp sends the last event once more, and an answer to it would be one too many.
async fn new_question(events: &mut Events, seen: &Value) -> Value {
    let question = events.question().await;
    match question["id"] == seen["id"] {
        true => events.question().await,
        false => question,
    }
}

/// The stream goes on where it was left: the question may be answered, and the result comes.
#[tokio::test]
async fn a_stream_is_resumed_and_the_question_still_waits() {
    let (shop, _, mut session) = site().await;
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    let last = events.last_event.clone().expect("an event id");
    drop(events);
    session.answer(&form, json!({ "count": 3 })).await;
    let mut events = session.resume(&last).await;
    let gate = new_question(&mut events, &form).await;
    session.answer(&gate, json!({ "confirm": true })).await;
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// The question that was lost on its way comes again with the stream.
#[tokio::test]
async fn a_question_that_was_lost_comes_again() {
    let (shop, _, mut session) = site().await;
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    let before_the_gate = events.last_event.clone().expect("an event id");
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    drop(events);
    let mut events = session.resume(&before_the_gate).await;
    let again = new_question(&mut events, &form).await;
    assert_eq!(again, gate);
    session.answer(&again, json!({ "confirm": true })).await;
    // Answered twice: nobody waits any more.
    session.answer(&again, json!({ "confirm": true })).await;
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// Answers the form and the gate, and loses the stream while the body runs; gives the gate and where the stream was.
async fn lose_the_stream(session: &mut Session, body: &Held) -> (Value, String) {
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    let last = events.last_event.clone().expect("an event id");
    session.answer(&gate, json!({ "confirm": true })).await;
    body.reached().await;
    (gate, last)
}

/// The body goes on when the stream breaks, and its result comes with the stream.
#[tokio::test]
async fn a_result_comes_with_the_resumed_stream() {
    let (shop, _, mut session) = site().await;
    let body = shop.hold(BEGUN);
    let (gate, last) = lose_the_stream(&mut session, &body).await;
    let mut events = session.resume(&last).await;
    let again = events.question().await;
    assert_eq!(again["id"], gate["id"], "the last event once more");
    session.answer(&again, json!({ "confirm": true })).await;
    body.open();
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// rmcp keeps no result for a stream that nobody reads: the client learns nothing, and does nothing twice by itself.
#[tokio::test]
async fn a_result_that_nobody_waited_for_is_lost() {
    let (shop, _, mut session) = site().await;
    // When rmcp has had the result is not to be seen from outside: the longer, the surer.
    for (effects, wait) in [(1, 50), (2, 1_000), (3, 10_000)] {
        let body = shop.hold(DONE);
        let (_, last) = lose_the_stream(&mut session, &body).await;
        body.open();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let mut events = session.resume(&last).await;
        assert_eq!(shop.effects(), effects);
        if events.next().await.is_none() {
            return;
        }
    }
    panic!("the result is there each time");
}

/// A call that is made again is another one, with questions of its own; what is left open of the first opens nothing.
#[tokio::test]
async fn a_call_that_is_made_again_is_asked_anew() {
    let (shop, _, mut session) = site().await;
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let left = events.question().await;
    drop(events);
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    assert_ne!(form["id"], left["id"]);
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    session.answer(&gate, json!({ "confirm": true })).await;
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
    session.end().await;
}

/// With its session the question is over.
#[tokio::test]
async fn the_end_of_a_session_ends_its_questions() {
    let (shop, web, mut session) = site().await;
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    session.end().await;
    while events.next().await.is_some() {}
    let late = json!({ "jsonrpc": "2.0", "id": gate["id"], "result": {
        "action": "accept", "content": { "confirm": true },
    } });
    assert_eq!(session.through(&web).post(&late).await.status(), 404);
    assert_eq!(shop.effects(), 0);
}
