//! Behind a proxy that passes on whole responses only.

use std::sync::Arc;
use std::time::Duration;

use askback::clock::ManualClock;
use askback_tests::web::{Speaks, Web};
use askback_tests::wire::{retry, state, text};
use serde_json::json;

use crate::kept::{Kept, however_kept, sealed};
use crate::proxy::{Passes, before};
use crate::shop::{Shop, three, yes};
use crate::talk::{Events, Session, order, send};
use crate::within;

however_kept! {
    rounds_pass
    what_is_told_not_to_be_held_is_not
}

/// A round is a response of its own: nothing waits in it.
async fn rounds_pass(kept: Kept) {
    for json in [false, true] {
        let shop = Shop::default();
        let speaks = Speaks {
            json,
            ..Speaks::DEFAULT
        };
        let web = Web::serve_as(shop.served(&kept.askback().await), speaks).await;
        let web = before(&web, Passes::Whole).await;
        let form = send(&web, &order(json!({}))).await;
        let gate = send(&web, &order(retry(&state(&form), three()))).await;
        let done = send(&web, &order(retry(&state(&gate), yes()))).await;
        assert_eq!(text(&done), "3 of apples ordered");
        assert_eq!(shop.effects(), 1);
    }
}

/// The streams of rmcp say that they are not to be held, as nginx heeds it; the guard passes that on.
async fn what_is_told_not_to_be_held_is_not(kept: Kept) {
    let shop = Shop::default();
    let web = Web::serve(shop.served(&kept.askback().await)).await;
    let web = before(&web, Passes::WholeUnlessTold).await;
    let mut session = Session::begin(&web).await;
    let call = session.order();
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    session.answer(&gate, json!({ "confirm": true })).await;
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// A question in a session waits in a response that the proxy holds: it never reaches the client. The server's own bound ends
/// it, and what comes then says what was waited for, and what may be in the way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_is_held_ends_at_the_servers_bound() {
    let shop = Shop::default();
    let clock = Arc::new(ManualClock::new(1_800_000_000_000));
    let askback = sealed().clock(Arc::clone(&clock) as _).build().unwrap();
    let direct = Web::serve(shop.served(&askback)).await;
    let web = before(&direct, Passes::Whole).await;
    let mut session = Session::begin(&web).await;
    let step = shop.hold(crate::shop::STEP);
    let call = session.order();
    let call = tokio::spawn(session.begins(&call).send());
    step.reached().await;
    step.open();
    // The question goes out soon after; until it waits there is nothing for the clock to end.
    let moves = async {
        while !call.is_finished() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            clock.advance(Duration::from_secs(61));
        }
        call.await.unwrap().unwrap()
    };
    let mut events = Events::of(within("the server's bound", moves).await);
    let asked = events.question().await;
    assert_eq!(asked["params"]["message"], "How many of `apples`?");
    let mut ended = events.next().await.unwrap();
    while ended["method"].is_string() {
        ended = events.next().await.unwrap();
    }
    assert_eq!(ended["result"]["isError"], true, "{ended}");
    let told = text(&ended);
    assert!(told.contains("`count`") && told.contains("proxy"), "{told}");
    // What it sees of the question comes too late.
    session.answer(&asked, json!({ "count": 3 })).await;
    assert_eq!(shop.effects(), 0);
}

/// A client that gives up says so on a request of its own, which passes: the call ends there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_gives_up_ends_the_call() {
    let shop = Shop::default();
    let web = Web::serve(shop.served(&Kept::Sealed.askback().await)).await;
    let web = before(&web, Passes::Whole).await;
    let mut session = Session::begin(&web).await;
    let step = shop.hold(crate::shop::STEP);
    let call = session.order();
    let id = call["id"].clone();
    let call = tokio::spawn(session.begins(&call).send());
    step.reached().await;
    step.open();
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {
        "requestId": id, "reason": "timeout",
    } });
    session.post(&cancel).await;
    let response = within("the call to end", call).await.unwrap().unwrap();
    within("its body", response.text()).await.unwrap();
    assert_eq!(shop.effects(), 0);
}
