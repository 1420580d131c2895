//! Handlers that declare what they ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use askback::{Answer, Confirmed, Form, interactive};
use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

use crate::answers::yes;
use crate::{JUNE, NOVEMBER, desk};

/// What changes while a question is open.
#[derive(Default)]
struct World {
    price: AtomicU64,
    hidden: AtomicU64,
    /// By how much the price rises whenever it is looked at.
    rise: AtomicU64,
    counts: AtomicU64,
    bought: AtomicU64,
}

impl World {
    fn price(&self) -> u64 {
        let rise = self.rise.load(Ordering::SeqCst);
        self.price.fetch_add(rise, Ordering::SeqCst)
    }
}

#[derive(Form)]
struct Order {
    quantity: u8,
}

#[derive(Clone)]
struct Shop {
    world: Arc<World>,
}

#[tool_router]
impl Shop {
    /// Buys something.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn buy(
        &self,
        #[step(self.world.counts.fetch_add(1, Ordering::SeqCst))] _looked: u64,
        #[ask("How many?")] order: Order,
        #[ask("Buy {} for {} each?", order.quantity, self.world.price())] paid: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(paid);
        self.world.bought.fetch_add(1, Ordering::SeqCst);
        Ok(format!("bought {}", order.quantity))
    }

    /// Buys something unseen.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn blind(
        &self,
        #[ask("Buy it?", covers = self.world.hidden.load(Ordering::SeqCst))] paid: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(paid);
        self.world.bought.fetch_add(1, Ordering::SeqCst);
        Ok("bought".to_owned())
    }

    /// Asks, and says what came of it.
    #[interactive]
    #[tool]
    async fn whether(
        &self,
        #[ask("Really?")] sure: Answer<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(match sure {
            Answer::Accept(_) => "accept",
            Answer::Decline => "decline",
            Answer::Cancel => "cancel",
            Answer::Unavailable => "unavailable",
        }
        .to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Shop {}

async fn enter(version: &str) -> (Peer, Arc<World>) {
    let world = Arc::new(World::default());
    let shop = Shop {
        world: Arc::clone(&world),
    };
    let peer = Peer::connect(desk::askback().wrap(shop), version).await;
    (peer, world)
}

fn message(question: &Value) -> &str {
    question["params"]["message"].as_str().unwrap()
}

#[tokio::test]
async fn what_is_confirmed_is_what_was_shown() {
    for version in [NOVEMBER, JUNE] {
        let (mut peer, world) = enter(version).await;
        world.price.store(5, Ordering::SeqCst);
        let call = peer.call("buy").await;
        let how_many = peer.question().await;
        assert_eq!(message(&how_many), "How many?");
        peer.answer(&how_many, accept(json!({"quantity": 2}))).await;
        let gate = peer.question().await;
        assert_eq!(message(&gate), "Buy 2 for 5 each?");
        peer.answer(&gate, yes(&gate)).await;
        assert_eq!(text(&peer.result(call).await), ("bought 2", false));
        assert_eq!(world.bought.load(Ordering::SeqCst), 1);
        assert_eq!(world.counts.load(Ordering::SeqCst), 1, "a step runs once");
    }
}

#[tokio::test]
async fn a_gate_that_changes_while_it_waits_is_asked_again() {
    let (mut peer, world) = enter(NOVEMBER).await;
    world.price.store(5, Ordering::SeqCst);
    let call = peer.call("buy").await;
    let how_many = peer.question().await;
    peer.answer(&how_many, accept(json!({"quantity": 2}))).await;
    let gate = peer.question().await;
    assert_eq!(message(&gate), "Buy 2 for 5 each?");
    world.price.store(500, Ordering::SeqCst);
    peer.answer(&gate, yes(&gate)).await;

    // The form was answered, and is not asked again.
    let again = peer.question().await;
    assert_eq!(message(&again), "Buy 2 for 500 each?");
    assert_eq!(world.bought.load(Ordering::SeqCst), 0);
    peer.answer(&again, yes(&again)).await;
    assert_eq!(text(&peer.result(call).await), ("bought 2", false));
    assert_eq!(world.bought.load(Ordering::SeqCst), 1);
    assert_eq!(world.counts.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_changed_can_be_declined() {
    let (mut peer, world) = enter(NOVEMBER).await;
    let call = peer.call("blind").await;
    let gate = peer.question().await;
    world.hidden.store(1, Ordering::SeqCst);
    peer.answer(&gate, yes(&gate)).await;
    let again = peer.question().await;
    assert_eq!(message(&again), message(&gate));
    peer.answer(&again, json!({"action": "decline"})).await;
    assert!(text(&peer.result(call).await).1);
    assert_eq!(world.bought.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_gate_that_never_holds_still_ends() {
    let (mut peer, world) = enter(NOVEMBER).await;
    world.rise.store(1, Ordering::SeqCst);
    let call = peer.call("buy").await;
    let how_many = peer.question().await;
    peer.answer(&how_many, accept(json!({"quantity": 1}))).await;
    let mut gates = 0;
    let response = loop {
        let next = peer.next().await;
        if next["id"] == call && next["method"].is_null() {
            break next;
        }
        gates += 1;
        peer.answer(&next, yes(&next)).await;
    };
    assert_eq!(response["error"]["code"], -31005, "{response}");
    // One for each pass, of which there may be nine and the one that is too many.
    assert_eq!(gates, 10);
    assert_eq!(world.bought.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_client_that_fails_keeps_a_gate_closed() {
    let (mut peer, world) = enter(NOVEMBER).await;
    for code in [-32601, -32600, -32602, -32603] {
        let call = peer.call("blind").await;
        let question = peer.question().await;
        peer.fail(&question, code).await;
        assert!(text(&peer.result(call).await).1, "{code}");

        let call = peer.call("whether").await;
        let question = peer.question().await;
        peer.fail(&question, code).await;
        assert_eq!(text(&peer.result(call).await), ("unavailable", false));
    }
    assert_eq!(world.bought.load(Ordering::SeqCst), 0);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_silent_keeps_a_gate_closed() {
    let (mut peer, world) = enter(NOVEMBER).await;
    let call = peer.call("blind").await;
    peer.question().await;
    let (one, other) = (peer.next().await, peer.next().await);
    let result = if one["id"] == call { one } else { other };
    assert!(text(&result["result"]).1, "{result}");
    assert_eq!(world.bought.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_cancelled_call_buys_nothing() {
    for _ in 0..20 {
        let (mut peer, world) = enter(NOVEMBER).await;
        let call = peer.call("blind").await;
        let gate = peer.question().await;
        peer.cancel(call).await;
        peer.answer(&gate, yes(&gate)).await;
        let list = peer.request("tools/list", json!({})).await;
        while peer.next().await["id"] != list {}
        assert_eq!(world.bought.load(Ordering::SeqCst), 0);
    }
}
