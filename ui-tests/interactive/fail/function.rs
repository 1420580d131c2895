//! An interactive handler is an async method of the server, above rmcp's attribute.

use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    fn not_async(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn without_self(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn by_value(self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    async fn without_router(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    #[rmcp::prompt]
    async fn both(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn generic<T>(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    const NUMBER: u64 = 1;
}

fn main() {}
