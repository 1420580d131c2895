//! Handlers as authors want to write them, served to a client over a pipe.

use askback::{Answer, Ask, Confirmed, Form, interactive};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct DeleteRows {
    table: String,
}

#[derive(Debug, Form)]
struct Deletion {
    reason: String,
}

#[derive(Clone)]
struct Admin {
    tool_router: ToolRouter<Self>,
}

impl Admin {
    async fn may_empty(&self, _table: &str) -> Result<(), String> { Ok(()) }
    async fn count(&self, _table: &str) -> Result<u64, std::io::Error> { Ok(3) }
}

#[tool_router]
impl Admin {
    /// Delete rows.
    #[interactive(ttl = 60)]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(DeleteRows { table }): Parameters<DeleteRows>,
        #[step(self.may_empty(&table).await?)] _: (),
        #[step(self.count(&table).await?)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`? Reason: {}", details.reason)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(format!("{rows} rows deleted: {}", details.reason))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}
