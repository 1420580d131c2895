//! A destructive tool that asks first. Server and client are real ones of `rmcp`, in one process; you are the person.
//!
//! ```sh
//! cargo run --example quickstart                                  # asks at the terminal
//! cargo run --example quickstart -- --scripted                    # answers from a script
//! cargo run --example quickstart -- --scripted decline=confirmed  # the script declines
//! cargo run --example quickstart -- --era 2025-11-25              # the handshake era, the same handler
//! ```

use askback::{Choice, Confirmed, Form, interactive};
use askback_examples::{Db, Script, run};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

// author's code begins
#[derive(Deserialize, schemars::JsonSchema)]
struct DeleteRows {
    table: String,
}

#[derive(Form, Serialize)]
struct Deletion {
    /// Why is this table being emptied?
    #[form(length = 3..=200)]
    reason: String,
    severity: Severity,
    /// Teams to tell afterwards
    #[form(items = ..=3)]
    notify: Vec<Team>,
    /// Not before this day
    not_before: Option<jiff::civil::Date>,
}

#[derive(Choice, Serialize)]
enum Severity {
    /// Low: can wait
    Low,
    /// High: now
    High,
}

#[derive(Choice, Serialize)]
enum Team {
    Support,
    Billing,
    Operations,
}

struct Admin {
    db: Db,
}

#[tool_router]
impl Admin {
    /// Delete every row of a table.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(DeleteRows { table }): Parameters<DeleteRows>,
        #[step(self.db.count(&table).await?)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.db.truncate(&table, details, confirmed).await?;
        Ok(format!("{rows} rows deleted"))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}
// author's code ends

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let script = Script::new()
        .form(
            "details",
            json!({ "reason": "the table moved", "severity": "High", "notify": ["Support"] }),
        )
        .yes("confirmed");
    let server = askback::wrap(Admin { db: Db::default() });
    run(server, "delete_rows", json!({ "table": "users" }), script).await
}
