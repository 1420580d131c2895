//! The server, what counts, its prompt and its resource.

use std::time::Duration;

use askback::{Askback, Form, interactive};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    GetPromptResult, ListResourcesResult, PaginatedRequestParams, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::Deserialize;

use crate::effects::Effects;

/// What most tools are given.
#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Run {
    /// The caller's own name for this call: what it does is counted under it.
    pub(crate) run: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Count {
    run: String,
    /// Waits so long first, in milliseconds.
    #[serde(default)]
    after_millis: u64,
}

#[derive(Clone)]
pub(crate) struct Interop {
    askback: Askback,
    pub(crate) effects: Effects,
}

impl Interop {
    pub(crate) fn new(askback: Askback, effects: Effects) -> Self {
        Self { askback, effects }
    }

    fn tools() -> ToolRouter<Self> {
        Self::counting() + Self::fields() + Self::questions() + Self::gates() + Self::visits()
    }
}

#[tool_router(router = counting)]
impl Interop {
    /// How often a run had an effect.
    #[tool(annotations(read_only_hint = true))]
    async fn effects(
        &self,
        Parameters(Count { run, after_millis }): Parameters<Count>,
    ) -> Result<String, String> {
        tokio::time::sleep(Duration::from_millis(after_millis)).await;
        let count = self.effects.count(&run);
        count
            .map(|count| count.to_string())
            .map_err(|e| e.to_string())
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Topic {
    topic: String,
}

#[derive(Form)]
struct Focus {
    focus: String,
}

#[prompt_router]
impl Interop {
    /// A report on a topic.
    #[interactive]
    #[prompt]
    async fn report(
        &self,
        Parameters(Topic { topic }): Parameters<Topic>,
        #[ask("What should the report on {topic} focus on?")] focus: Focus,
    ) -> Result<GetPromptResult, ErrorData> {
        let text = format!("{topic}: {}", focus.focus);
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]))
    }
}

const NOTES: &str = "interop://notes";

#[derive(Form)]
struct Whose {
    whose: String,
}

#[tool_handler(router = Self::tools())]
#[prompt_handler]
impl ServerHandler for Interop {
    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![Resource::new(
            NOTES, "notes",
        )]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != NOTES {
            return Err(ErrorData::resource_not_found(
                "there are only `interop://notes`",
                None,
            ));
        }
        let read = self.askback.drive(request, context, async |ask| {
            let Whose { whose } = ask.form("whose", "Whose notes?").await?;
            let text = ResourceContents::text(format!("notes of {whose}"), NOTES);
            Ok::<_, ErrorData>(ReadResourceResult::new(vec![text]))
        });
        read.await
    }
}
