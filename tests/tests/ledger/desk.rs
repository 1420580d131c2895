//! What is served: tools over MCP, and operations that do the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use askback::registry::{Operation, OperationFuture, Registry};
use askback::{Ask, Confirmed, Form, interactive};
use rmcp::handler::server::tool::InputResponses;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, InputRequests, InputRequiredResult,
};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::stores::Stores;

#[derive(Form)]
pub(crate) struct Reason {
    #[form(length = 3..=40)]
    reason: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub(crate) struct Table {
    table: String,
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Draft {
    answers: Vec<Value>,
}

/// What all processes do together.
#[derive(Clone, Default)]
pub(crate) struct Effects(Arc<AtomicU32>);

impl Effects {
    pub(crate) fn count(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    fn happen(&self, _: Confirmed<'_>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// One server.
pub(crate) struct Desk {
    pub(crate) effects: Effects,
}

#[tool_router]
impl Desk {
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[step(5)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Reason,
        #[ask("What else?")] more: Reason,
        #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(format!("deleted: {}, {}", details.reason, more.reason))
    }

    #[interactive]
    #[tool]
    async fn fails(&self, #[ask("Fail?")] confirmed: Confirmed) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Err("it failed half way".into())
    }

    #[interactive]
    #[tool]
    async fn panics(
        &self,
        #[ask("Panic?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        panic!("it panicked half way")
    }

    #[interactive(rounds = 3)]
    #[tool]
    async fn draft(
        &self,
        #[state] draft: &mut Draft,
        InputResponses(responses): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        self.effects.0.fetch_add(1, Ordering::SeqCst);
        let responses = responses.into_iter().flatten();
        draft
            .answers
            .extend(responses.map(|(_, response)| response));
        if draft.answers.len() < 2 {
            let part = part(draft.answers.len());
            return Ok(InputRequiredResult::from_input_requests(part).into());
        }
        let text = format!("{} answers", draft.answers.len());
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

/// A question of the author's own.
fn part(number: usize) -> InputRequests {
    let schema = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    let message = format!("Part {number}?");
    let params = json!({ "mode": "form", "message": message, "requestedSchema": schema });
    let request = json!({ "method": "elicitation/create", "params": params });
    serde_json::from_value(json!({ (format!("part_{number}")): request })).unwrap()
}

#[tool_handler]
impl ServerHandler for Desk {}

/// What the operations share: their effects, and a door at which a body waits.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) effects: Effects,
    /// How many bodies wait at the door.
    pub(crate) waiting: Arc<Semaphore>,
    pub(crate) door: Arc<Semaphore>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            effects: Effects::default(),
            waiting: Arc::new(Semaphore::new(0)),
            door: Arc::new(Semaphore::new(0)),
        }
    }
}

/// Asks for a reason, then for a confirmation. `wait`: its body stops at the door.
pub(crate) struct Purge;

impl Operation<Shared> for Purge {
    fn name(&self) -> &str {
        "purge"
    }

    fn recovers(&self) -> bool {
        true
    }

    fn call<'a, 'call: 'a>(
        &'a self,
        shared: &'a Shared,
        arguments: Value,
        ask: &'a mut Ask<'call>,
    ) -> OperationFuture<'a> {
        Box::pin(async move {
            if ask.recovery_only() {
                return Ok(json!("recovered"));
            }
            let Reason { reason } = ask.form("reason", "Why?").await?;
            let sure: Confirmed<'_> = ask.confirm("sure", "Purge?").await?;
            if arguments["wait"] == true {
                shared.waiting.add_permits(1);
                shared.door.acquire().await?.forget();
            }
            shared.effects.happen(sure);
            Ok(json!(reason))
        })
    }
}

/// Asks, and never looks at what a replay is.
pub(crate) struct Blind;

impl Operation<Shared> for Blind {
    fn name(&self) -> &str {
        "blind"
    }

    fn call<'a, 'call: 'a>(
        &'a self,
        shared: &'a Shared,
        _: Value,
        ask: &'a mut Ask<'call>,
    ) -> OperationFuture<'a> {
        Box::pin(async move {
            let Reason { reason } = ask.form("reason", "Why?").await?;
            shared.effects.0.fetch_add(1, Ordering::SeqCst);
            Ok(json!(reason))
        })
    }
}

/// Registries, each as in a process of its own.
pub(crate) async fn registries(
    stores: &Stores,
    shared: &Shared,
    count: usize,
) -> Vec<Registry<Shared>> {
    let mut registries = Vec::new();
    for _ in 0..count {
        let askback = stores.builder().await.build().unwrap();
        registries.push(
            Registry::new(shared.clone(), askback)
                .register(Purge)
                .register(Blind),
        );
    }
    registries
}
