//! A destructive tool: the row count is fetched once and shown, the gate covers the reason.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askback::clock::ManualClock;
use askback::ledger::{Limits, MemoryStore};
use askback::testing::{Era, Tester, Turn};
use askback::{Askback, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct DeleteRows {
    table: String,
}

#[derive(Debug, Form)]
struct Deletion {
    #[form(length = 3..)]
    reason: String,
}

#[derive(Default)]
struct Db {
    counted: AtomicUsize,
    truncated: Mutex<Vec<String>>,
}

impl Db {
    async fn count(&self, table: &str) -> Result<u64, std::io::Error> {
        self.counted.fetch_add(1, Ordering::SeqCst);
        Ok(table.len() as u64)
    }

    async fn truncate(&self, table: &str, _: Confirmed<'_>) -> Result<(), std::io::Error> {
        self.truncated.lock().unwrap().push(table.to_owned());
        Ok(())
    }
}

#[derive(Default)]
struct Admin {
    db: Db,
    checked: AtomicUsize,
    notified: Mutex<Vec<String>>,
}

impl Admin {
    async fn may_empty(&self, table: &str) -> Result<(), String> {
        self.checked.fetch_add(1, Ordering::SeqCst);
        if table == "ledger" {
            Err("the ledger is never emptied".to_owned())
        } else {
            Ok(())
        }
    }

    async fn notify(&self, details: &Deletion) {
        self.notified.lock().unwrap().push(details.reason.clone());
    }
}

#[tool_router]
impl Admin {
    /// Delete every row of a table.
    #[interactive(once)]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(DeleteRows { table }): Parameters<DeleteRows>,
        #[step(self.may_empty(&table).await?)] _: (),
        #[step(self.db.count(&table).await?)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`? Reason: {}", details.reason)]
        confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.db.truncate(&table, confirmed).await?;
        self.notify(&details).await;
        Ok(format!("{rows} rows deleted"))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}

/// A person before a server that keeps its conversations in a ledger.
fn person(era: Era) -> Tester<Admin> {
    let store = MemoryStore::new(Arc::new(ManualClock::default()), Limits::default());
    let builder = Askback::builder().ledger(store);
    Tester::with(builder, |_| Admin::default()).era(era)
}

async fn delete(person: &Tester<Admin>, table: &str) -> Turn {
    person.call("delete_rows", json!({ "table": table })).await
}

#[tokio::test]
async fn rows_go_after_a_form_and_a_confirmation() {
    for era in Era::ALL {
        let person = person(era);
        let asked = delete(&person, "users").await.expect_form("details");
        assert_eq!(asked.message(), "Why does `users` go?");
        let gate = asked
            .answer(json!({ "reason": "cleanup" }))
            .await
            .expect_gate("confirmed");
        assert_eq!(
            gate.message(),
            "Delete all 5 rows of `users`? Reason: cleanup"
        );
        assert_eq!(gate.accept().await.finish().text(), "5 rows deleted");
        let admin = person.server();
        assert_eq!(*admin.db.truncated.lock().unwrap(), ["users"]);
        assert_eq!(*admin.notified.lock().unwrap(), ["cleanup"]);
        assert_eq!(
            admin.db.counted.load(Ordering::SeqCst),
            1,
            "a step runs once, {era}"
        );
        assert!(
            admin.checked.load(Ordering::SeqCst) > 1,
            "a precondition runs in every round, {era}"
        );
    }
}

#[tokio::test]
async fn rows_go_once_however_often_the_answer_is_sent() {
    let person = person(Era::Modern);
    let asked = delete(&person, "users").await.expect_form("details");
    let gate = asked.answer(json!({ "reason": "cleanup" })).await;
    let done = gate.expect_gate("confirmed").accept().await.finish();
    for _ in 0..3 {
        done.replay().await.expect_error(-31_006);
    }
    assert_eq!(*person.server().db.truncated.lock().unwrap(), ["users"]);
}

#[tokio::test]
async fn a_server_without_a_ledger_asks_nothing_and_says_what_it_needs() {
    let person = Tester::new(Admin::default());
    let failed = delete(&person, "users").await.expect_error(-32_603);
    assert!(
        failed.text().contains("Askback::builder().ledger("),
        "{}",
        failed.text()
    );
    assert!(person.server().db.truncated.lock().unwrap().is_empty());
}

#[tokio::test]
async fn nothing_goes_without_the_confirmation() {
    for era in Era::ALL {
        let person = person(era);
        let declined = delete(&person, "users")
            .await
            .expect_form("details")
            .decline()
            .await;
        declined.expect_declined("details");
        let asked = delete(&person, "users").await.expect_form("details");
        let gate = asked
            .answer(json!({ "reason": "cleanup" }))
            .await
            .expect_gate("confirmed");
        gate.refuse().await.expect_declined("confirmed");
        assert!(person.server().db.truncated.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_failing_precondition_ends_the_call_before_anything_is_asked() {
    for era in Era::ALL {
        let person = person(era);
        let failed = delete(&person, "ledger").await.expect_failed();
        assert_eq!(failed.text(), "the ledger is never emptied");
    }
}

#[tokio::test]
async fn the_model_sees_the_arguments_and_nothing_of_the_plan() {
    let tool = Admin::delete_rows_tool_attr();
    assert_eq!(
        tool.description.as_deref(),
        Some("Delete every row of a table.")
    );
    assert_eq!(tool.input_schema["properties"]["table"]["type"], "string");
    assert_eq!(tool.input_schema["required"], json!(["table"]));
}
