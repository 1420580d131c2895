//! What needs state.
use askback::{Ask, Consent};
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(unsealed, rounds = 2)]
    #[tool]
    async fn go(
        &self,
        #[step(1)] rows: u64,
        #[ask("Why?")] details: Details,
        #[ask("Really {}?", details.reason)] again: Details,
        #[ask("Go?")] confirmed: Confirmed,
        #[ask(url = "https://example.com/", message = "Go there")] visit: Consent,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
