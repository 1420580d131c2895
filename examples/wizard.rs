//! As many questions as the data has, in one round; then a step that must not run twice; then a confirmation.
//!
//! ```sh
//! cargo run --example wizard                                  # you are the person
//! cargo run --example wizard -- --arg table=visits            # a table with fewer columns
//! cargo run --example wizard -- --scripted                    # answers from a script
//! cargo run --example wizard -- --scripted decline=apply      # the script declines in the end
//! cargo run --example wizard -- --scripted --era 2025-11-25   # the handshake era, the same handler
//! ```

use std::sync::atomic::{AtomicU32, Ordering};

use askback::{Ask, Choice, Confirmed, Form, interactive, message};
use askback_examples::{Example, Script};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, schemars::JsonSchema)]
struct MaskTable {
    table: String,
}

#[derive(Form)]
struct Rule {
    method: Method,
}

#[derive(Choice, Clone, Copy, Debug)]
enum Method {
    /// Hash: equal values stay equal
    Hash,
    /// Blank: nothing stays
    Blank,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Report {
    masked: Vec<String>,
    /// The backup that the table can be restored from.
    backup: u32,
}

#[derive(Default)]
struct Masking {
    backups: AtomicU32,
}

#[tool_router]
impl Masking {
    /// Mask the personal data of a table.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn mask_table(
        &self,
        Parameters(MaskTable { table }): Parameters<MaskTable>,
        ask: &mut Ask,
    ) -> Result<Json<Report>, askback::Error> {
        let columns = self.personal(&table)?;
        // The questions of a round travel as a map that is sorted by key: these keys sort as the columns stand.
        let questions = columns.iter().enumerate().map(|(at, column)| {
            let key = format!("column_{at:02}");
            (key, message!("How is `{column}` masked?"))
        });
        let rules: Vec<Rule> = ask.forms(questions).await?;
        // With each round the body runs again from the top; what is in a step does not.
        let backup = ask.step("backup", self.back_up()).await?;
        let question = message!("Mask {} columns of `{table}`?", columns.len());
        let confirmed = ask.confirm("apply", question).await?;
        Ok(Json(self.mask(columns, &rules, backup, confirmed)))
    }

    fn personal(&self, table: &str) -> Result<&'static [&'static str], askback::Error> {
        match table {
            "customers" => Ok(&["name", "mail", "phone"]),
            "visits" => Ok(&["name", "address"]),
            _ => Err("there is no such table; there are customers and visits".into()),
        }
    }

    async fn back_up(&self) -> Result<u32, askback::Error> {
        Ok(self.backups.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Takes the confirmation, so that nothing else can mask.
    fn mask(&self, columns: &[&str], rules: &[Rule], backup: u32, _: Confirmed<'_>) -> Report {
        let rules = columns.iter().zip(rules);
        let masked = rules.map(|(column, rule)| format!("{column}: {:?}", rule.method));
        Report {
            masked: masked.collect(),
            backup,
        }
    }
}

#[tool_handler]
impl ServerHandler for Masking {}

pub(crate) fn example() -> Example<impl ServerHandler> {
    let table = json!({ "table": "customers" });
    let script = Script::new()
        .form("column_00", json!({ "method": "Hash" }))
        .form("column_01", json!({ "method": "Hash" }))
        .form("column_02", json!({ "method": "Blank" }))
        .yes("apply");
    let server = askback::wrap(Masking::default());
    Example::new(server, "mask_table", table, script)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    example().run().await
}
