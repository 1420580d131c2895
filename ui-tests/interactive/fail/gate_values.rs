//! A mistake in what a gate shows and binds is one error, although the gate is also asked by hand.
use askback::{Confirmed, interactive};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
    opaque: Opaque,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Opaque;

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn shown(
        &self,
        Parameters(Table { table, opaque }): Parameters<Table>,
        #[ask("Drop {table} and {}, {opaque}?", opaque)] _confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn bound(
        &self,
        Parameters(Table { table, opaque }): Parameters<Table>,
        #[ask("Drop {table}?", covers = opaque, typed = opaque, label = opaque)] _confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn computed(
        &self,
        Parameters(Table { table, opaque: _ }): Parameters<Table>,
        #[ask("Drop {}?", table.length())] _confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
