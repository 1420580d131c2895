//! Names that expressions use for themselves, and types that are called like ours elsewhere.

use askback::{Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    rows: Vec<u64>,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Counter {
    total: u64,
}

impl Counter {
    fn details(&self) -> u64 {
        self.total
    }
}

mod total {
    pub(crate) fn of(rows: &[u64]) -> u64 {
        rows.iter().sum()
    }
}

fn total(rows: &[u64]) -> u64 {
    total::of(rows)
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        Parameters(Arguments { rows }): Parameters<Arguments>,
        #[step(Counter { total: total(&rows) + total::of(&rows) }.details())] sum: u64,
        #[step(sum + 1)] total: u64,
        #[ask("Why {total}?", covers = { let details = sum; details } )] reasons: Details,
    ) -> Result<String, askback::Error> {
        Ok(format!("{total} {}", reasons.reason))
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 1);
}
