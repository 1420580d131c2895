//! Values that are bound although they are not shown.

use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use askback_tests::wire::{self, Wire, keys, retry, state};
use serde_json::{Value, json};

use crate::clerk::Office;

fn yes() -> Value {
    accept(json!({ "confirm": true }))
}

#[tokio::test]
async fn what_changed_meanwhile_is_asked_again_in_the_modern_era() {
    let office = Office::new();
    office.set_price(5);
    let mut wire = Wire::to(office.served());
    let asked = wire.call("buy", json!({}), json!({})).await;
    office.later(5);
    office.set_price(500);
    let again = retry(&state(&asked), json!({ "q": yes() }));
    let came = wire.call("buy", json!({}), again).await;
    assert_eq!(keys(&came), ["q"], "{came}");
    assert_eq!(office.effects(), 0);
    // What is accepted now is 500, and not 5 again.
    office.later(5);
    office.set_price(5);
    let again = retry(&state(&came), json!({ "q": yes() }));
    let came = wire.call("buy", json!({}), again).await;
    assert_eq!(keys(&came), ["q"], "{came}");
    assert_eq!(office.effects(), 0);
    office.later(5);
    let again = retry(&state(&came), json!({ "q": yes() }));
    let came = wire.call("buy", json!({}), again).await;
    assert_eq!(wire::text(&came), "bought");
    assert_eq!(office.effects(), 1);
}

#[tokio::test]
async fn what_changed_meanwhile_is_asked_again_in_the_handshake_era() {
    for version in ["2025-11-25", "2025-06-18"] {
        let office = Office::new();
        office.set_price(5);
        let mut peer = Peer::connect(office.served(), version).await;
        let call = peer.call("buy").await;
        let first = peer.question().await;
        office.later(5);
        office.set_price(500);
        peer.answer(&first, yes()).await;
        let again = peer.question().await;
        assert_eq!(again["params"]["message"], first["params"]["message"]);
        assert_eq!(office.effects(), 0);
        office.later(5);
        peer.answer(&again, yes()).await;
        assert_eq!(text(&peer.result(call).await), ("bought", false));
        assert_eq!(office.effects(), 1);
    }
}

#[tokio::test]
async fn a_form_covers_values_too() {
    let office = Office::new();
    let number = accept(json!({ "x": 2 }));
    let mut wire = Wire::to(office.served());
    let asked = wire.call("order", json!({}), json!({})).await;
    office.set_price(500);
    let again = retry(&state(&asked), json!({ "q": number, "many": number }));
    let came = wire.call("order", json!({}), again).await;
    assert_eq!(keys(&came), ["many"], "{came}");
    let again = retry(&state(&came), json!({ "many": number }));
    let came = wire.call("order", json!({}), again).await;
    assert_eq!(wire::text(&came), "ordered 2");

    let mut peer = Peer::connect(office.served(), "2025-11-25").await;
    let call = peer.call("order").await;
    let first = peer.question().await;
    office.set_price(5);
    peer.answer(&first, number.clone()).await;
    let again = peer.question().await;
    peer.answer(&again, number).await;
    assert_eq!(text(&peer.result(call).await), ("ordered 2", false));
}
