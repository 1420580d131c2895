//! Handlers that run once, and what finds out what became of them.

use askback::{Confirmed, Form, Recovery, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ErrorCode, GetPromptResult};
use rmcp::{ErrorData, prompt, prompt_router, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    table: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server<S> {
    store: S,
}

#[tool_router]
impl<S: Send + Sync + 'static> Server<S> {
    #[interactive(once, recover = Self::found, ttl = 86_400)]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(Arguments { table }): Parameters<Arguments>,
        #[step(table.len())] rows: usize,
        #[ask("Why do {rows} rows go?")] details: Details,
        #[ask("Delete them?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(details.reason)
    }

    async fn found(&self, recovery: &Recovery<'_>) -> Result<String, askback::Error> {
        let _ = &self.store;
        let details: Option<Details> = recovery.answer("details");
        let rows: Option<usize> = recovery.step("rows");
        Ok(format!("{} {rows:?} {:?}", recovery.idempotency_key("rows"), details.map(|details| details.reason)))
    }

    #[interactive(once)]
    #[tool]
    async fn once_alone(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = crate::free)]
    #[tool]
    async fn by_a_free_function(&self, #[ask("Why?")] details: Details) -> Result<String, ErrorData> {
        Ok(details.reason)
    }
}

async fn free<S>(_: &Server<S>, _: &Recovery<'_>) -> Result<String, ErrorData> {
    Err(ErrorData::new(ErrorCode::INTERNAL_ERROR, "not known", None))
}

struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive(once, recover = Self::found)]
    #[prompt]
    async fn report(&self, #[ask("Why?")] details: Details) -> Result<GetPromptResult, ErrorData> {
        drop(details);
        Ok(GetPromptResult::new(Vec::new()))
    }

    async fn found(&self, _: &Recovery<'_>) -> Result<GetPromptResult, ErrorData> {
        Ok(GetPromptResult::new(Vec::new()))
    }
}

fn main() {
    assert_eq!(Server::<u8>::tool_router().list_all().len(), 3);
    assert_eq!(Prompts::prompt_router().list_all().len(), 1);
    let _ = Server { store: 1 };
}
