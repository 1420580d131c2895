//! A server whose raw methods ask for gates by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback::{Ask, Askback, Confirmed, GateError, Principal, interactive};
use askback_tests::web::bearer;
use rmcp::handler::server::tool::parse_json_object;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt, tool};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) const START: u64 = 1_800_000_000_000;
const KEY: [u8; 32] = [3; 32];

/// Marks the gate of `drop_table`.
pub(crate) enum DropTable {}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Table {
    pub(crate) table: String,
}

/// What the methods did, and what they were told.
#[derive(Clone, Default)]
pub(crate) struct Effects {
    count: Arc<AtomicUsize>,
    refused: Arc<Mutex<Vec<GateError>>>,
}

impl Effects {
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    pub(crate) fn refused(&self) -> Vec<GateError> {
        std::mem::take(&mut self.refused.lock().unwrap())
    }

    /// The irreversible thing: only a confirmation gets here.
    pub(crate) fn happen<G>(&self, _: Confirmed<'_, G>) -> &'static str {
        self.count.fetch_add(1, Ordering::SeqCst);
        "done"
    }

    /// As [`happen`](Self::happen), and the gate is that of `drop_table`.
    pub(crate) fn drop(&self, confirmed: Confirmed<'_, DropTable>) -> &'static str {
        self.happen(confirmed)
    }

    pub(crate) fn refuse(&self, error: GateError) -> GateError {
        self.refused.lock().unwrap().push(error);
        error
    }
}

#[derive(Clone)]
pub(crate) struct Vault {
    pub(crate) askback: Askback,
    pub(crate) effects: Effects,
    /// What the gate of `drop_table` shows.
    pub(crate) rows: Arc<AtomicU64>,
    /// Whether `purge` is asked by a conversation, not by hand.
    pub(crate) driven: Arc<AtomicBool>,
}

impl Vault {
    #[interactive(guidance = "Use the console.")]
    #[tool(annotations(destructive_hint = true))]
    pub(crate) async fn drop_table(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[step(self.rows.load(Ordering::SeqCst))] rows: u64,
        #[ask("Drop `{table}` with {rows} rows?")] confirmed: Confirmed<'_, DropTable>,
    ) -> Result<String, askback::Error> {
        Ok(self.effects.drop(confirmed).to_owned())
    }

    #[interactive]
    #[tool]
    pub(crate) async fn purge(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Purge `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(self.effects.happen(confirmed).to_owned())
    }

    /// Asks the very same as `purge`.
    #[interactive]
    #[tool]
    pub(crate) async fn erase(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Purge `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(self.effects.happen(confirmed).to_owned())
    }

    #[interactive]
    #[tool]
    pub(crate) async fn typed(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Type `{table}`", typed = table)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(self.effects.happen(confirmed).to_owned())
    }

    #[interactive]
    #[tool(annotations(read_only_hint = true))]
    async fn glance(
        &self,
        #[ask("Look?", plain)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(self.effects.happen(confirmed).to_owned())
    }

    #[interactive]
    #[prompt]
    async fn summary(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Send `{table}` along?")] confirmed: Confirmed,
    ) -> Result<GetPromptResult, ErrorData> {
        self.effects.happen(confirmed);
        Ok(GetPromptResult::new(Vec::new()))
    }

    /// `drop_table` as it should be written by hand.
    async fn drop_by_hand(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parameters = parameters(request)?;
        let rows = self.rows.load(Ordering::SeqCst);
        let question = Self::drop_table_ask(&parameters, &rows);
        let verified = match self.askback.open(request, context).await? {
            Some(verified) if verified.is_answered() && verified.is_of(&question) => verified,
            _ => return Ok(self.askback.ask(request, context, question).await?.into()),
        };
        match Self::drop_table_decide(&verified) {
            Ok(confirmed) => Ok(said(self.effects.drop(confirmed))),
            Err(error) => Ok(failed(self.effects.refuse(error))),
        }
    }

    async fn purge_by_hand(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(verified) = self.askback.open(request, context).await? else {
            let question = Self::purge_ask(&parameters(request)?);
            return Ok(self.askback.ask(request, context, question).await?.into());
        };
        match Self::purge_decide(&verified) {
            Ok(confirmed) => Ok(said(self.effects.happen(confirmed))),
            Err(error) => Ok(failed(self.effects.refuse(error))),
        }
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (request, context) = (&request, &context);
        match &*request.name {
            "drop" | "other_drop" => self.drop_by_hand(request, context).await,
            "purge" => self.purge_by_hand(request, context).await,
            "typed" => {
                let question = Self::typed_ask(&parameters(request)?);
                let Some(verified) = self.askback.open(request, context).await? else {
                    return Ok(self.askback.ask(request, context, question).await?.into());
                };
                match Self::typed_decide(&verified) {
                    Ok(confirmed) => Ok(said(self.effects.happen(confirmed))),
                    // As long as it is not refused, it is asked again.
                    Err(GateError::Failed) => {
                        self.effects.refuse(GateError::Failed);
                        Ok(self.askback.ask(request, context, question).await?.into())
                    }
                    Err(error) => Ok(failed(self.effects.refuse(error))),
                }
            }
            "glance" => {
                let Some(verified) = self.askback.open(request, context).await? else {
                    return Ok(self
                        .askback
                        .ask(request, context, Self::glance_ask())
                        .await?
                        .into());
                };
                match Self::glance_decide(&verified) {
                    Ok(confirmed) => Ok(said(self.effects.happen(confirmed))),
                    Err(error) => Ok(failed(self.effects.refuse(error))),
                }
            }
            _ => self.odd(request, context).await,
        }
    }
}

pub(crate) fn parameters(request: &CallToolRequestParams) -> Result<Parameters<Table>, ErrorData> {
    let arguments = request.arguments.clone().unwrap_or_default();
    Ok(Parameters(parse_json_object(arguments)?))
}

pub(crate) fn said(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

pub(crate) fn failed(error: GateError) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(error.to_string())]).into()
}

impl ServerHandler for Vault {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources();
        ServerConfig::new(capabilities.build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !self.driven.load(Ordering::SeqCst) {
            return self.call(request, context).await;
        }
        let body = async |ask: &mut Ask<'_>| -> Result<CallToolResult, ErrorData> {
            let confirmed: Confirmed<'_> = ask.confirm("confirmed", "Purge `users`?").await?;
            let text = self.effects.happen(confirmed);
            Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
        };
        self.askback.drive(request, context, body).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.clone().unwrap_or_default();
        let question = Self::summary_ask(&Parameters(parse_json_object(arguments)?));
        let Some(verified) = self.askback.open(&request, &context).await? else {
            return Ok(self.askback.ask(&request, &context, question).await?.into());
        };
        // A prompt has no result to tell it in.
        self.effects.happen(Self::summary_decide(&verified)?);
        Ok(GetPromptResult::new(Vec::new()).into())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let table = request.uri.trim_start_matches("vault://").to_owned();
        let question = Self::purge_ask(&Parameters(Table { table }));
        let Some(verified) = self.askback.open(&request, &context).await? else {
            return Ok(self.askback.ask(&request, &context, question).await?.into());
        };
        // A resource has no arguments to make the question of again.
        if !verified.is_of(&question) {
            return Ok(self.askback.ask(&request, &context, question).await?.into());
        }
        let text = self.effects.happen(Self::purge_decide(&verified)?);
        let contents = ResourceContents::text(text, request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// The server, and what its tests look at.
pub(crate) struct Site {
    pub(crate) served: Served<Vault>,
    pub(crate) vault: Vault,
    pub(crate) clock: Arc<ManualClock>,
}

impl Site {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(ManualClock::new(START));
        let builder = Askback::builder().key(KEY).audience("vault");
        let askback = builder.clock(clock.clone()).build().unwrap();
        let vault = Vault {
            askback: askback.clone(),
            effects: Effects::default(),
            rows: Arc::new(AtomicU64::new(3)),
            driven: Arc::default(),
        };
        Self {
            served: askback.wrap(vault.clone()).principal(named),
            vault,
            clock,
        }
    }

    pub(crate) fn effects(&self) -> &Effects {
        &self.vault.effects
    }
}

/// Over HTTP the bearer token is the name; elsewhere a member of the metadata stands for it.
fn named(context: &RequestContext<RoleServer>) -> Option<Principal> {
    if let Some(parts) = context.extensions.get::<http::request::Parts>() {
        return bearer(parts);
    }
    let name = context.meta.get("who").and_then(Value::as_str);
    let named = name.and_then(|name| Principal::new("https://id.example.com", name, "").ok());
    Some(named.unwrap_or_else(Principal::local))
}

pub(crate) fn users() -> Value {
    json!({ "table": "users" })
}
