//! The body is the author's own: lints, early returns, loops, closures, borrowed names.
#![deny(warnings)]

use askback::{Ask, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    tables: Vec<String>,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

async fn drop_table(_: &str, confirmed: Confirmed<'_>) -> usize {
    drop(confirmed);
    1
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        Parameters(Arguments { tables }): Parameters<Arguments>,
        #[ask("Why {tables:?}?")] details: Details,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let mut dropped = 0;
        for (number, table) in tables.iter().enumerate() {
            if table.is_empty() {
                return Err("an empty name".into());
            }
            let confirmed = ask.confirm(format!("drop-{number}"), format!("Drop {table}?")).await?;
            dropped += drop_table(table, confirmed).await;
        }
        let reason = || details.reason.len();
        Ok(format!("{dropped} {}", reason()))
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 1);
}
