//! A handler's error has to let a pause out.
use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

struct OwnError;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn own(&self, #[ask("Why?")] details: Details) -> Result<String, OwnError> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn text(&self, #[ask("Why?")] details: Details) -> String {
        details.reason
    }

    #[interactive]
    #[tool]
    async fn nothing(&self, #[ask("Why?")] details: Details) {
        drop(details);
    }
}

fn main() {}
