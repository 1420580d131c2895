//! The test that the README shows.

use std::collections::HashMap;
use std::sync::Mutex;

use askback::{Choice, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

// README: from here
use askback::testing::{Era, Tester};
use serde_json::json;

#[tokio::test]
async fn rows_go_after_a_reason_and_a_yes() {
    for era in Era::ALL {
        let users = ("users".to_owned(), vec!["row".to_owned(); 3]);
        let admin = Admin {
            tables: Mutex::new([users].into()),
        };

        let person = Tester::new(admin).era(era).principal("ada");
        let users = json!({ "table": "users" });
        let asked = person.call("delete_rows", users).await;
        let form = asked.expect_form("details").shows("Why does `users` go?");
        let answer = json!({ "reason": "moved", "severity": "Low" });
        let gate = form.answer(answer).await.expect_gate("confirmed");
        gate.attack_open().by("mallory").await.expect_refused();
        let gate = gate.shows("Delete all 3 rows of `users`?");
        let done = gate.accept().await.finish();
        assert_eq!(done.text(), "3 rows deleted: moved (Low: can wait)");
    }
}
// README: to here

#[test]
fn the_readme_shows_this_test() {
    let own = include_str!("readme.rs");
    let shown = own.split("// README: from here\n").nth(1).unwrap();
    let shown = shown.split("// README: to here").next().unwrap();
    let readme = include_str!("../../../README.md");
    assert!(
        readme.contains(shown),
        "README.md has another test than:\n{shown}"
    );
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct DeleteRows {
    table: String,
}

#[derive(Form)]
struct Deletion {
    /// Why is this table being emptied?
    #[form(length = 3..=200)]
    reason: String,
    severity: Severity,
}

#[derive(Choice)]
enum Severity {
    /// Low: can wait
    Low,
    /// High: now
    High,
}

struct Admin {
    tables: Mutex<HashMap<String, Vec<String>>>,
}

#[tool_router]
impl Admin {
    /// Delete every row of a table.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(DeleteRows { table }): Parameters<DeleteRows>,
        #[step(self.count(&table)?)] rows: usize,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.truncate(&table, confirmed)?;
        Ok(format!(
            "{rows} rows deleted: {} ({})",
            details.reason,
            details.severity.title()
        ))
    }

    fn count(&self, table: &str) -> Result<usize, askback::Error> {
        let tables = self.tables.lock().map_err(|_| "the tables are broken")?;
        Ok(tables.get(table).ok_or("there is no such table")?.len())
    }

    fn truncate(&self, table: &str, _: Confirmed<'_>) -> Result<(), askback::Error> {
        let mut tables = self.tables.lock().map_err(|_| "the tables are broken")?;
        tables
            .get_mut(table)
            .ok_or("there is no such table")?
            .clear();
        Ok(())
    }
}

#[tool_handler]
impl ServerHandler for Admin {}
