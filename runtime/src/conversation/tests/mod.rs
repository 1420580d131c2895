//! Conversations without a network: the handler below stands for `delete_rows`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;

mod ahead;
mod by_itself;
mod gates;
mod handshake;
mod idempotency;
mod ledger;
mod rounds;
mod state;
mod verify;

use super::*;
use crate::askback::{Askback, Builder};
use crate::clock::{ManualClock, Sleep};
use crate::form::{FieldSchema, Form, Kind, Policy, Reader, Schema};
use crate::question::Modes;
use crate::seal::Principal;
use crate::{Answer, canonical};

const START: u64 = 1_800_000_000_000;

struct Reason {
    reason: String,
}

impl Form for Reason {
    fn schema() -> &'static Schema {
        static SCHEMA: std::sync::OnceLock<Schema> = std::sync::OnceLock::new();
        SCHEMA.get_or_init(|| {
            let kind = Kind::Text {
                min_length: Some(3),
                max_length: Some(20),
                format: None,
            };
            let note = FieldSchema::new("note", Kind::text()).with_required(false);
            Schema::new(vec![
                FieldSchema::new("reason", kind).with_required(true),
                note,
            ])
        })
    }

    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let reason = reader.field(0);
        let _: Option<Option<String>> = reader.field(1);
        Some(Self { reason: reason? })
    }
}

const HANDLER: Handler = Handler {
    name: "delete_rows",
    ttl: None,
    rounds: None,
    guidance: None,
    unsealed: false,
    once: false,
    recovers: false,
    by_hand: true,
    plain: false,
    asks: true,
    plan: &[],
};

/// A server, its clock, and what its handler did.
struct World {
    clock: Arc<ManualClock>,
    askback: Askback,
    modes: Modes,
    effects: AtomicU32,
    counted: AtomicU32,
    cancelled: Arc<Cancelled>,
}

/// Whether the request is cancelled.
#[derive(Default)]
struct Cancelled(watch::Sender<bool>);

impl Cancelled {
    fn store(&self, cancelled: bool) {
        self.0.send_replace(cancelled);
    }
}

impl Cancellation for Arc<Cancelled> {
    fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    fn cancelled(&self) -> Sleep {
        let mut cancelled = self.0.subscribe();
        Box::pin(async move {
            let _ = cancelled.wait_for(|cancelled| *cancelled).await;
        })
    }
}

/// What a call came back with.
#[derive(Debug, PartialEq)]
enum Came {
    Done(String),
    Asked(Vec<String>, Option<String>),
    Stopped(&'static str),
}

impl Came {
    fn of(ending: Ending) -> Self {
        match ending {
            Ending::Handler => Self::Stopped("handler"),
            Ending::Asked {
                questions, state, ..
            } => Self::Asked(questions.into_iter().map(|q| q.key).collect(), state),
            Ending::Stopped(stop) => Self::Stopped(stop.name()),
            Ending::Swallowed(_) => Self::Stopped("swallowed"),
        }
    }

    fn state(&self) -> String {
        match self {
            Self::Asked(_, Some(state)) => state.clone(),
            other => panic!("{other:?} has no state"),
        }
    }

    fn keys(&self) -> Vec<&str> {
        match self {
            Self::Asked(keys, _) => keys.iter().map(String::as_str).collect(),
            other => panic!("{other:?} asks nothing"),
        }
    }
}

impl World {
    fn new() -> Self {
        Self::with(|builder| builder)
    }

    fn with(configure: impl FnOnce(Builder) -> Builder) -> Self {
        Self::at(Arc::new(ManualClock::new(START)), configure)
    }

    fn at(clock: Arc<ManualClock>, configure: impl FnOnce(Builder) -> Builder) -> Self {
        let builder = Askback::builder().clock(clock.clone());
        let builder = builder.key([7; 32]).audience("tests");
        let askback = configure(builder).build().unwrap();
        Self {
            clock,
            askback,
            modes: Modes::FORM,
            effects: AtomicU32::new(0),
            counted: AtomicU32::new(0),
            cancelled: Arc::default(),
        }
    }

    fn later(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    fn site(&self, principal: &str, arguments: &Value) -> Site {
        let cancelled = Arc::clone(&self.cancelled);
        Site {
            principal: Principal::new("", principal, "").unwrap(),
            method: "tools/call",
            name: "delete_rows".into(),
            arguments: canonical::digest(arguments),
            bind: Vec::new(),
            surface: Surface::Mcp,
            modes: self.modes,
            no_gates: None,
            cancelled: Box::new(cancelled),
        }
    }

    /// The handler: counts, asks for a reason, asks for a confirmation, deletes.
    async fn delete_rows(&self, ask: &mut Ask<'_>) -> Result<String, Pause> {
        let rows = ask
            .step("rows", async {
                self.counted.fetch_add(1, SeqCst);
                Ok::<_, Pause>(5)
            })
            .await?;
        let Reason { reason } = ask.form("details", "Why?").await?;
        let confirmed: Confirmed<'_> = ask
            .confirm("confirmed", format!("Delete {rows} rows?"))
            .await?;
        self.truncate(confirmed);
        Ok(format!("{rows} rows deleted: {reason}"))
    }

    fn truncate(&self, _: Confirmed<'_>) {
        self.effects.fetch_add(1, SeqCst);
    }

    async fn call(&self, retry: Retry<'_>) -> Came {
        self.call_as("me", &json!({ "table": "users" }), retry)
            .await
    }

    async fn call_as(&self, principal: &str, arguments: &Value, retry: Retry<'_>) -> Came {
        let site = self.site(principal, arguments);
        self.run(site, retry, Delivery::Suspend, &HANDLER, async |ask| {
            self.delete_rows(ask).await
        })
        .await
    }

    async fn run(
        &self,
        site: Site,
        retry: Retry<'_>,
        delivery: Delivery,
        handler: &Handler,
        body: impl AsyncFnOnce(&mut Ask<'_>) -> Result<String, Pause>,
    ) -> Came {
        let opened = self.askback.host.open(handler, site, retry, delivery).await;
        let conversation = match opened {
            Ok(conversation) => conversation,
            Err(ended) => return Came::of(ended),
        };
        let scope = ();
        let mut ask = Ask::new(conversation, &scope);
        let returned = body(&mut ask).await;
        match ask.conversation.finish(returned.is_err()).await {
            Ending::Handler => Came::Done(returned.unwrap()),
            ended => Came::of(ended),
        }
    }

    /// As far as the gate: the state whose confirmation is pending.
    async fn at_the_gate(&self) -> String {
        let asked = self.call(Retry::default()).await;
        assert_eq!(asked.keys(), ["details"]);
        self.later(5);
        let asked = self
            .call(retry(
                &asked.state(),
                json!({ "details": accept(json!({ "reason": "old" })) }),
            ))
            .await;
        assert_eq!(asked.keys(), ["confirmed"]);
        self.later(5);
        asked.state()
    }

    fn effects(&self) -> u32 {
        self.effects.load(SeqCst)
    }
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

fn retry(state: &str, responses: Value) -> Retry<'_> {
    Retry {
        state: Some(state),
        responses: Some(serde_json::from_value(responses).unwrap()),
        answer: None,
    }
}
