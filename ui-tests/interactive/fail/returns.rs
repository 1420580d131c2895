//! A handler's error has to let a pause out.
use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

/// A pause cannot become it.
#[derive(Debug)]
struct WithoutPause;

impl std::fmt::Display for WithoutPause {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

impl std::error::Error for WithoutPause {}

/// Nobody can be told about it.
struct Untold;

impl From<askback::Pause> for Untold {
    fn from(_: askback::Pause) -> Self {
        Self
    }
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn without_pause(&self, #[ask("Why?")] details: Details) -> Result<String, WithoutPause> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn untold(&self, #[ask("Why?")] details: Details) -> Result<String, Untold> {
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
