//! The runtime under another name.

use handlers_that_ask::{Confirmed, interactive};
use rmcp::{prompt, prompt_router, tool, tool_router};

mod handlers_that_ask {
    pub use askback::*;
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(crate = crate::handlers_that_ask)]
    #[tool]
    async fn go(&self, #[step(1)] rows: u64, #[ask("Go with {rows}?")] ok: Confirmed) -> Result<String, handlers_that_ask::Error> {
        drop(ok);
        Ok(rows.to_string())
    }
}

#[prompt_router]
impl Server {
    #[interactive(crate = "handlers_that_ask")]
    #[prompt]
    async fn words(&self, #[ask("Go?")] ok: Confirmed) -> Result<Vec<rmcp::model::PromptMessage>, handlers_that_ask::Error> {
        drop(ok);
        Ok(Vec::new())
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 1);
}
