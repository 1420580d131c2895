//! What a gate shows is also shown by hand: a mistake in it is one error all the same.
use askback::{Confirmed, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: Vec<u8>,
}

struct Server;

fn take(_: u8) -> u8 {
    1
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn step(&self, #[step(None)] rows: Option<u8>, #[ask("All {rows}?")] _confirmed: Confirmed) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn argument(&self, table: Parameters<Table>, #[ask("All of {}?", table.0.table)] _confirmed: Confirmed) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn called(&self, #[step(String::new())] name: String, #[ask("All of {}?", take(name))] _confirmed: Confirmed) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
