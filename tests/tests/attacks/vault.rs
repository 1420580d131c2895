//! The server under attack.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback::testing::{Era, Question, Tester, kind};
use askback::{Ask, Askback, Builder, Confirmed, Form, Principal, interactive};
use askback_tests::accept;
use askback_tests::web::bearer;
use askback_tests::wire::{Wire, keys, retry, state};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) const START: u64 = 1_800_000_000_000;
pub(crate) const KEY: [u8; 32] = [7; 32];

/// What the tools did.
#[derive(Clone, Default)]
pub(crate) struct Effects(Arc<AtomicUsize>);

impl Effects {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// The irreversible thing: only a confirmation gets here.
    fn happen(&self, _: Confirmed<'_>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Clone, Default)]
pub(crate) struct Vault {
    pub(crate) effects: Effects,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Delete {
    table: String,
    #[serde(default)]
    #[expect(dead_code, reason = "only there to differ")]
    id: Option<u64>,
}

#[derive(Form)]
struct Details {
    #[form(length = 3..=200)]
    reason: String,
}

#[tool_router]
impl Vault {
    /// Delete every row of a table.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("Why does `{table}` go?")] details: Details,
        #[ask("Delete all rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(format!("{table} deleted: {}", details.reason))
    }

    /// The same questions under another name.
    #[interactive]
    #[tool]
    async fn purge_rows(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("Why does `{table}` go?")] _details: Details,
        #[ask("Delete all rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(format!("{table} purged"))
    }

    /// Nothing but a gate.
    #[interactive]
    #[tool]
    async fn drop_table(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("Drop `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("dropped".to_owned())
    }

    /// A gate whose text the model writes.
    #[interactive]
    #[tool]
    async fn typed_drop(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("Type the table's name to drop it", typed = table)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("dropped".to_owned())
    }

    /// Nothing but a form.
    #[interactive]
    #[tool]
    async fn explain(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("What is `{table}`?")] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    /// Asks, and goes on as if it had been answered.
    #[interactive]
    #[tool]
    async fn careless(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let details: Result<Details, _> = ask.form("details", "Why?").await;
        if let Ok(confirmed) = ask.confirm("confirmed", "Sure?").await {
            self.effects.happen(confirmed);
        }
        Ok(format!("done, with details: {}", details.is_ok()))
    }
}

#[tool_handler]
impl ServerHandler for Vault {}

/// Another server with a tool of the same name and arguments.
#[derive(Clone, Default)]
pub(crate) struct OtherVault {
    pub(crate) effects: Effects,
}

#[tool_router]
impl OtherVault {
    /// Drop another table.
    #[interactive]
    #[tool]
    async fn drop_table(
        &self,
        Parameters(Delete { table, .. }): Parameters<Delete>,
        #[ask("Drop `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("dropped".to_owned())
    }
}

#[tool_handler]
impl ServerHandler for OtherVault {}

/// A server with a clock that stands still.
pub(crate) struct Site {
    pub(crate) served: Served<Vault>,
    pub(crate) effects: Effects,
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::with(|builder| builder.key(KEY).audience("vault"))
    }

    pub(crate) fn with(configure: impl FnOnce(Builder) -> Builder) -> Self {
        let clock = Arc::new(ManualClock::new(START));
        let effects = Effects::default();
        let askback = configure(Askback::builder().clock(clock)).build().unwrap();
        let served = askback.wrap(Vault {
            effects: effects.clone(),
        });
        Self { served, effects }
    }

    /// Whoever the request says that it is: a transport that authenticates would know better.
    pub(crate) fn told_who(mut self) -> Self {
        self.served = self.served.principal(named);
        self
    }
}

/// Over HTTP the bearer token is the name; in memory a member of the metadata stands for it.
fn named(context: &RequestContext<RoleServer>) -> Option<Principal> {
    match context.extensions.get::<http::request::Parts>() {
        Some(parts) => bearer(parts),
        None => {
            let name = context.meta.get("who")?.as_str()?;
            Principal::new("https://id.example.com", name, "").ok()
        }
    }
}

/// Ada, before a vault of her own.
pub(crate) fn ada(era: Era) -> Tester<Vault> {
    Tester::new(Vault::default()).era(era).principal("ada")
}

/// As far as the confirmation of `delete_rows`.
pub(crate) async fn gate(person: &Tester<Vault>) -> Question<kind::Gate> {
    let asked = person.call("delete_rows", table()).await;
    let details = json!({ "reason": "the table moved" });
    let asked = asked.expect_form("details").answer(details).await;
    asked.expect_gate("confirmed")
}

/// How often the effect happened.
pub(crate) fn effects(person: &Tester<Vault>) -> usize {
    person.server().effects.count()
}

pub(crate) fn table() -> Value {
    json!({ "table": "users" })
}

/// The answer to the first question of `delete_rows`.
pub(crate) fn details() -> Value {
    json!({ "details": accept(json!({ "reason": "the table moved" })) })
}

pub(crate) fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

/// As far as the confirmation of `delete_rows`: the state in which it is pending.
pub(crate) async fn at_the_gate(wire: &mut Wire) -> String {
    let asked = wire.call("delete_rows", table(), json!({})).await;
    let retried = retry(&state(&asked), details());
    let asked = wire.call("delete_rows", table(), retried).await;
    assert_eq!(keys(&asked), ["confirmed"]);
    state(&asked)
}
