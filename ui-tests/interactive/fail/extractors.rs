//! Parameters that nobody extracts.
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{model::GetPromptResult, prompt, prompt_router};
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[derive(schemars::JsonSchema)]
struct Arguments {
    table: String,
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn forgotten(&self, details: Details, #[ask("Go?")] confirmed: Confirmed) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn undeserialized(
        &self,
        Parameters(Arguments { table }): Parameters<Arguments>,
        #[ask("Go?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(table)
    }
}

struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive]
    #[prompt]
    async fn prompt(&self, details: Details) -> Result<GetPromptResult, rmcp::ErrorData> {
        drop(details);
        Ok(GetPromptResult::new(Vec::new()))
    }
}

fn main() {}
