//! `recover` is a path, of operations and of handlers; `once` and `recover` need a conversation that is kept.

use askback::{Form, Recovery, interactive, operation};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

#[operation(recover = found())]
async fn called(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = |recovery| async move { Ok(recovery.idempotency_key("x")) })]
async fn closure(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover)]
async fn alone(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

struct Server;

impl Server {
    async fn found(&self, _: &Recovery<'_>) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    async fn other(&self, _: &Recovery<'_>) -> Result<u8, askback::Error> {
        Ok(1)
    }
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Draft;

#[tool_router]
impl Server {
    #[interactive(unsealed, once)]
    #[tool]
    async fn unsealed_once(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(unsealed, recover = Self::found)]
    #[tool]
    async fn unsealed_recover(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(once, recover = Self::found)]
    #[tool]
    async fn stated(&self, #[state] _draft: &mut Draft) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive(recover = "Self::found()", ttl = 86_401)]
    #[tool]
    async fn text(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    // Case: without a ledger there is no conversation of a day.
    #[interactive(ttl = 86_400)]
    #[tool]
    async fn long(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {
    let _ = (Server::found, Server::other);
}
