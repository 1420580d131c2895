//! An expression may borrow what stands before it, and not move it: what is said about the plan is said of the function.

use askback::{Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

fn spent<T>(_: T) -> u64 {
    1
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn an_argument(
        &self,
        Parameters(table): Parameters<serde_json::Value>,
        #[step(spent(table))] rows: u64,
        #[ask("Why {rows}?")] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn an_answer(
        &self,
        #[ask("Why?")] details: Details,
        #[step(spent(details))] rows: u64,
    ) -> Result<String, askback::Error> {
        Ok(rows.to_string())
    }

    #[interactive]
    #[tool]
    async fn a_step(
        &self,
        #[step(String::new())] text: String,
        #[ask("{}?", spent(text))] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {}
