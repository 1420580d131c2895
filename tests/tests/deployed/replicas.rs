//! Several replicas without stickiness: each round goes to another one.

use std::sync::Arc;

use askback::Askback;
use askback::clock::SystemClock;
use askback::ledger::{Limits, SqliteStore};
use askback_tests::web::Web;
use askback_tests::wire::{keys, refused, retry, state, text};
use serde_json::json;

use crate::kept::{Kept, sealed};
use crate::shop::{Shop, three, yes};
use crate::stores::Stores;
use crate::talk::{Events, Session, at_the_gate, order, send};

async fn replicas<const N: usize>(shop: &Shop, kept: &Kept) -> [Web; N] {
    let mut replicas = Vec::new();
    for _ in 0..N {
        replicas.push(Web::serve(shop.served(&kept.askback().await)).await);
    }
    replicas.try_into().ok().unwrap()
}

async fn each_round_may_go_to_another_replica(kept: Kept) {
    let shop = Shop::default();
    let [one, two, three_] = replicas(&shop, &kept).await;
    let form = send(&one, &order(json!({}))).await;
    assert_eq!(keys(&form), ["count"]);
    let gate = send(&two, &order(retry(&state(&form), three()))).await;
    assert_eq!(keys(&gate), ["confirmed"]);
    let done = send(&three_, &order(retry(&state(&gate), yes()))).await;
    assert_eq!(text(&done), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

#[tokio::test]
async fn a_seal_goes_from_replica_to_replica() {
    each_round_may_go_to_another_replica(Kept::Sealed).await;
}

#[tokio::test]
async fn a_token_goes_from_replica_to_replica_of_one_sqlite() {
    each_round_may_go_to_another_replica(Kept::sqlite()).await;
}

#[tokio::test]
async fn a_token_goes_from_replica_to_replica_of_one_redis() {
    if let Some(redis) = Stores::redis(Limits::default()) {
        each_round_may_go_to_another_replica(Kept::Ledger(redis)).await;
    }
}

/// A ledger in memory is one process's own: another replica knows nothing of its calls, and its own one goes on.
#[tokio::test]
async fn a_ledger_in_memory_is_not_shared() {
    let shop = Shop::default();
    let [one] = replicas(&shop, &Kept::memory()).await;
    let [two] = replicas(&shop, &Kept::memory()).await;
    let state = at_the_gate(&one).await;
    let accept = order(retry(&state, yes()));
    refused(&send(&two, &accept).await, -32602);
    assert_eq!(shop.effects(), 0);
    assert_eq!(text(&send(&one, &accept).await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// A replica that seals takes no token of a ledger, and the other way round: while a configuration is rolled out, calls that
/// are under way are asked anew.
#[tokio::test]
async fn a_seal_and_a_token_are_not_the_same() {
    let shop = Shop::default();
    let [seals] = replicas(&shop, &Kept::Sealed).await;
    let [keeps] = replicas(&shop, &Kept::sqlite()).await;
    for (from, to) in [(&seals, &keeps), (&keeps, &seals)] {
        let accept = order(retry(&at_the_gate(from).await, yes()));
        refused(&send(to, &accept).await, -32602);
    }
    assert_eq!(shop.effects(), 0);
}

/// Sessions of the handshake era are one replica's own, so that they need stickiness; elsewhere they do not exist.
#[tokio::test]
async fn a_session_is_one_replicas_own() {
    let shop = Shop::default();
    let [one, two] = replicas(&shop, &Kept::Sealed).await;
    let mut session = Session::begin(&one).await;
    let call = session.order();
    let elsewhere = session.through(&two).post(&call).await;
    assert_eq!(elsewhere.status(), 404);
    let mut events = Events::of(session.post(&call).await);
    let form = events.question().await;
    let strayed = session.through(&two);
    let answer = json!({ "jsonrpc": "2.0", "id": form["id"], "result": {
        "action": "accept", "content": { "count": 3 },
    } });
    assert_eq!(strayed.post(&answer).await.status(), 404);
    session.answer(&form, json!({ "count": 3 })).await;
    let gate = events.question().await;
    session.answer(&gate, json!({ "confirm": true })).await;
    assert_eq!(text(&events.response().await), "3 of apples ordered");
    assert_eq!(shop.effects(), 1);
}

/// Another deployment's state is none, although its keys are the same.
#[tokio::test]
async fn another_audience_is_another_deployment() {
    let shop = Shop::default();
    let [ours] = replicas(&shop, &Kept::Sealed).await;
    let other = sealed().audience("another").build().unwrap();
    let theirs = Web::serve(shop.served(&other)).await;
    let state = at_the_gate(&ours).await;
    refused(&send(&theirs, &order(retry(&state, yes()))).await, -32602);
    assert_eq!(shop.effects(), 0);
}

/// The same with a ledger that both share. What a replica cannot read for want of its key, another one can: it is busy.
#[tokio::test]
async fn another_deployment_on_the_same_ledger_is_refused() {
    let shop = Shop::default();
    let kept = Kept::sqlite();
    let [ours] = replicas(&shop, &kept).await;
    let Kept::Ledger(Stores::Sqlite(folder, limits)) = &kept else {
        unreachable!()
    };
    for (key, audience, code) in [
        ([7; 32], "another", -32602),
        ([8; 32], "ledger tests", -31003),
    ] {
        let file = folder.path().join("ledger");
        let store = SqliteStore::open(file, Arc::new(SystemClock), *limits).unwrap();
        let builder = Askback::builder().key(key).audience(audience).ledger(store);
        let theirs = Web::serve(shop.served(&builder.build().unwrap())).await;
        let accept = order(retry(&at_the_gate(&ours).await, yes()));
        refused(&send(&theirs, &accept).await, code);
        assert_eq!(shop.effects(), 0);
    }
}
