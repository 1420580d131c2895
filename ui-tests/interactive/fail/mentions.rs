//! What an expression mentions has to stand above it.
use askback::Ask;
use askback::{Confirmed, Form, interactive};
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
    async fn later(
        &self,
        #[step(format!("{details:?}").len())] length: usize,
        #[ask("{}, {confirmed}?", rows)] details: Details,
        #[ask("Go?", covers = matches!(details.reason.as_str(), "x"))] confirmed: Confirmed,
        #[step(1)] rows: u64,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn early(
        &self,
        #[step(ask.len())] rows: usize,
        #[step(total + 1)] total: u64,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
