//! A client of the modern era that disconnects while its call is worked on, and sends the same request again.

use askback_tests::web::Web;
use askback_tests::wire::{keys, refused, retry, state, text};
use serde_json::{Value, json};

use crate::kept::{Kept, however_kept};
use crate::proxy::{Lost, Passes, before};
use crate::shop::{BEGUN, CHECK, DONE, Held, ROUND, STEP, Shop, three, yes};
use crate::talk::{at_the_gate, order, send};

however_kept! {
    the_first_call
    the_answer_to_the_form
    the_answer_to_the_form_whose_response_was_lost
    the_accept_while_its_body_has_begun
    the_accept_while_its_body_is_done
    the_accept_whose_response_was_lost
    the_accept_before_its_body
}

async fn site(kept: &Kept) -> (Shop, Web) {
    let shop = Shop::default();
    let web = Web::serve(shop.served(&kept.askback().await)).await;
    (shop, web)
}

/// Sends a request, and disconnects when its handler is there. The server has seen it when this is over.
async fn cut(web: &Web, message: &Value, at: &Held) {
    let sending = tokio::spawn(web.modern("ada", message).send());
    at.reached().await;
    sending.abort();
    at.cancelled().await;
}

/// Sends a request whose response is lost on its way.
async fn lose(web: &Web, message: &Value) {
    let lost = Lost::new();
    let proxy = before(web, Passes::Nothing(lost.clone())).await;
    let sending = tokio::spawn(proxy.modern("ada", message).send());
    lost.one().await;
    sending.abort();
}

/// Sends a request until it is not busy any more.
async fn until_free(web: &Web, message: &Value) -> Value {
    for _ in 0..500 {
        let response = send(web, message).await;
        if response["error"]["code"] != -31003 {
            return response;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("still busy: {message}");
}

async fn the_first_call(kept: Kept) {
    let (shop, web) = site(&kept).await;
    let step = shop.hold(STEP);
    let first = order(json!({}));
    cut(&web, &first, &step).await;
    step.open();
    assert_eq!(keys(&send(&web, &first).await), ["count"]);
    let accept = order(retry(&at_the_gate(&web).await, yes()));
    assert_eq!(text(&send(&web, &accept).await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// Nothing is lost: the same answer leads to the gate.
async fn the_answer_to_the_form(kept: Kept) {
    let (shop, web) = site(&kept).await;
    let form = send(&web, &order(json!({}))).await;
    let answer = order(retry(&state(&form), three()));
    let check = shop.hold(CHECK);
    cut(&web, &answer, &check).await;
    if !kept.is_sealed() {
        // The first one still holds the chain.
        refused(&send(&web, &answer).await, -31003);
    }
    check.open();
    let gate = until_free(&web, &answer).await;
    assert_eq!(keys(&gate), ["confirmed"]);
    let accept = order(retry(&state(&gate), yes()));
    assert_eq!(text(&send(&web, &accept).await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

async fn the_answer_to_the_form_whose_response_was_lost(kept: Kept) {
    let (shop, web) = site(&kept).await;
    let form = send(&web, &order(json!({}))).await;
    let answer = order(retry(&state(&form), three()));
    lose(&web, &answer).await;
    let gate = send(&web, &answer).await;
    assert_eq!(keys(&gate), ["confirmed"]);
    let accept = order(retry(&state(&gate), yes()));
    assert_eq!(text(&send(&web, &accept).await), "3 of apples ordered");
    refused(&send(&web, &accept).await, -31006);
    assert_eq!(shop.effects(), 1);
}

/// The body that has begun is the only one; a retry says whether it is still at it, or that the answer was used.
async fn the_accept_at(kept: Kept, place: &'static str) {
    let (shop, web) = site(&kept).await;
    let accept = order(retry(&at_the_gate(&web).await, yes()));
    let body = shop.hold(place);
    cut(&web, &accept, &body).await;
    let meanwhile = if kept.is_sealed() { -31006 } else { -31003 };
    refused(&send(&web, &accept).await, meanwhile);
    body.open();
    refused(&until_free(&web, &accept).await, -31006);
    assert_eq!(shop.effects(), 1);
}

async fn the_accept_while_its_body_has_begun(kept: Kept) {
    the_accept_at(kept, BEGUN).await;
}

async fn the_accept_while_its_body_is_done(kept: Kept) {
    the_accept_at(kept, DONE).await;
}

async fn the_accept_whose_response_was_lost(kept: Kept) {
    let (shop, web) = site(&kept).await;
    let accept = order(retry(&at_the_gate(&web).await, yes()));
    lose(&web, &accept).await;
    assert_eq!(shop.effects(), 1);
    let again = send(&web, &accept).await;
    refused(&again, -31006);
    let told = again["error"]["message"].as_str().unwrap();
    assert!(told.starts_with("already_ran"), "{told}");
    assert_eq!(shop.effects(), 1);
}

/// A body does not start once its request is cancelled, and its answer is as good as before.
async fn the_accept_before_its_body(kept: Kept) {
    let (shop, web) = site(&kept).await;
    let accept = order(retry(&at_the_gate(&web).await, yes()));
    let round = shop.hold(ROUND);
    let body = shop.hold(BEGUN);
    cut(&web, &accept, &round).await;
    round.open();
    let retried = tokio::spawn({
        let (web, accept) = (web.clone(), accept.clone());
        async move { until_free(&web, &accept).await }
    });
    // The body that begins is the retry's, which was not cancelled.
    body.reached().await;
    assert_eq!(shop.effects(), 0);
    body.open();
    assert_eq!(text(&retried.await.unwrap()), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
    refused(&send(&web, &accept).await, -31006);
    assert_eq!(shop.effects(), 1);
}
