//! One effect under one key, where a seal alone cannot keep it from happening twice: two processes that share a key.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use askback::rmcp::Served;
use askback::{Ask, Askback, Confirmed, Form, Principal, interactive};
use askback_tests::accept;
use askback_tests::wire::{Wire, retry, state, text};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, schemars::JsonSchema)]
struct Payment {
    cents: u64,
}

#[derive(Form)]
struct Note {
    note: String,
}

/// What was paid, by its idempotency key.
type Bank = Arc<Mutex<BTreeMap<String, String>>>;

#[derive(Clone)]
struct Shop {
    bank: Bank,
}

impl Shop {
    fn pay(&self, key: String, what: String, _: Confirmed<'_>) -> usize {
        let mut paid = self.bank.lock().unwrap();
        paid.entry(key).or_insert(what);
        paid.len()
    }
}

#[tool_router]
impl Shop {
    #[interactive]
    #[tool]
    async fn pay_for(
        &self,
        Parameters(Payment { cents }): Parameters<Payment>,
        #[ask("What for?")] note: Note,
        #[ask("Pay {cents} cents?")] confirmed: Confirmed,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let what = format!("{cents} for {}", note.note);
        let payments = self.pay(ask.idempotency_key("pay"), what, confirmed);
        Ok(payments.to_string())
    }
}

#[tool_handler]
impl ServerHandler for Shop {}

/// A process of the deployment, with a memory of its own.
fn process(bank: &Bank) -> Wire {
    let own_memory = Arc::new(askback::clock::SystemClock);
    let builder = Askback::builder()
        .key([7; 32])
        .audience("shop")
        .clock(own_memory);
    let shop = Shop {
        bank: Arc::clone(bank),
    };
    let served: Served<_> = builder.build().unwrap().wrap(shop);
    let who = |context: &RequestContext<RoleServer>| {
        let who = context.meta.get("who").and_then(Value::as_str);
        Principal::new("https://id.example.com", who.unwrap_or_default(), "")
    };
    Wire::to(served.principal(who))
}

fn arguments() -> Value {
    json!({ "cents": 500 })
}

/// As far as the confirmation: the state that it is answered with.
async fn at_the_gate(wire: &mut Wire, note: &str) -> String {
    let asked = wire.call("pay_for", arguments(), json!({})).await;
    let note = json!({ "note": accept(json!({ "note": note })) });
    let asked = wire
        .call("pay_for", arguments(), retry(&state(&asked), note))
        .await;
    state(&asked)
}

async fn confirm(wire: &mut Wire, state: &str) -> Value {
    let yes = json!({ "confirmed": accept(json!({ "confirm": true })) });
    wire.call("pay_for", arguments(), retry(state, yes)).await
}

#[tokio::test]
async fn a_retry_that_reaches_another_process_pays_once() {
    let bank = Bank::default();
    let (mut one, mut other) = (process(&bank), process(&bank));
    let state = at_the_gate(&mut one, "tea").await;
    assert_eq!(text(&confirm(&mut one, &state).await), "1");
    // Its own process refuses it; another knows nothing of it, and is recognised by the key.
    let refused = confirm(&mut one, &state).await;
    assert_eq!(refused["error"]["code"], -31006);
    assert_eq!(text(&confirm(&mut other, &state).await), "1");
    assert_eq!(bank.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn another_answer_another_call_and_another_person_pay_anew() {
    let bank = Bank::default();
    let mut one = process(&bank);
    let asked = one.call("pay_for", arguments(), json!({})).await;
    let mut payments = 0;
    // Two answers to one question are two forks of one conversation.
    for note in ["tea", "milk"] {
        let note = json!({ "note": accept(json!({ "note": note })) });
        let asked = one
            .call("pay_for", arguments(), retry(&state(&asked), note))
            .await;
        payments += 1;
        let paid = confirm(&mut one, &state(&asked)).await;
        assert_eq!(text(&paid), payments.to_string());
    }
    for mut wire in [process(&bank), process(&bank).as_who("bob")] {
        let state = at_the_gate(&mut wire, "tea").await;
        payments += 1;
        let paid = confirm(&mut wire, &state).await;
        assert_eq!(text(&paid), payments.to_string());
    }
}
