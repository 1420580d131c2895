//! `recover` is a function of the server and the recovery, which gives what the handler gives.

use askback::{Form, Recovery, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

impl Server {
    async fn another_result(&self, _: &Recovery<'_>) -> Result<u8, askback::Error> {
        Ok(1)
    }

    async fn without_recovery(&self) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

#[tool_router]
impl Server {
    #[interactive(recover = Self::another_result)]
    #[tool]
    async fn other(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::without_recovery)]
    #[tool]
    async fn fewer(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::missing)]
    #[tool]
    async fn missing_altogether(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {}
