//! A destructive tool: the row count is fetched once and shown, the gate covers the reason.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::json;

use crate::person::{ERAS, Era, Reply, Script, connect};

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

#[derive(Clone)]
struct Admin {
    db: Arc<Db>,
    checked: Arc<AtomicUsize>,
    notified: Arc<Mutex<Vec<String>>>,
}

impl Admin {
    fn new() -> Self {
        Self {
            db: Arc::default(),
            checked: Arc::default(),
            notified: Arc::default(),
        }
    }

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
    #[interactive]
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

fn text(result: &CallToolResult) -> &str {
    result
        .content
        .first()
        .and_then(|block| block.as_text())
        .map_or("", |text| text.text.as_str())
}

async fn delete(
    admin: Admin,
    era: Era,
    table: &str,
    script: Script,
) -> (CallToolResult, Vec<String>) {
    let (client, asked) = connect(admin, era, script).await;
    let arguments = json!({ "table": table }).as_object().cloned().unwrap();
    let request = CallToolRequestParams::new("delete_rows").with_arguments(arguments);
    let result = client.call_tool(request).await.unwrap();
    let asked = asked.lock().unwrap().clone();
    (result, asked)
}

const YES: Script = &[
    ("Why does", Reply::Accept(|| json!({ "reason": "cleanup" }))),
    ("Delete all", Reply::Accept(|| json!(true))),
];

#[tokio::test]
async fn rows_go_after_a_form_and_a_confirmation() {
    for era in ERAS {
        let admin = Admin::new();
        let (result, asked) = delete(admin.clone(), era, "users", YES).await;
        assert_eq!(text(&result), "5 rows deleted", "{era:?} {result:?}");
        assert_eq!(result.is_error, Some(false));
        assert_eq!(
            asked,
            [
                "Why does `users` go?",
                "Delete all 5 rows of `users`? Reason: cleanup"
            ],
            "{era:?}"
        );
        assert_eq!(*admin.db.truncated.lock().unwrap(), ["users"]);
        assert_eq!(*admin.notified.lock().unwrap(), ["cleanup"]);
        assert_eq!(
            admin.db.counted.load(Ordering::SeqCst),
            1,
            "a step runs once, {era:?}"
        );
        assert!(
            admin.checked.load(Ordering::SeqCst) > 1,
            "a precondition runs in every round, {era:?}"
        );
    }
}

#[tokio::test]
async fn nothing_goes_without_the_confirmation() {
    const NO: Script = &[
        ("Why does", Reply::Accept(|| json!({ "reason": "cleanup" }))),
        ("Delete all", Reply::Accept(|| json!(false))),
    ];
    const DECLINED: Script = &[("Why does", Reply::Decline)];
    for era in ERAS {
        for (script, questions) in [(NO, 2), (DECLINED, 1)] {
            let admin = Admin::new();
            let (result, asked) = delete(admin.clone(), era, "users", script).await;
            assert_eq!(result.is_error, Some(true), "{result:?}");
            assert_eq!(asked.len(), questions);
            assert!(admin.db.truncated.lock().unwrap().is_empty());
        }
    }
}

#[tokio::test]
async fn a_failing_precondition_ends_the_call_before_anything_is_asked() {
    for era in ERAS {
        let (result, asked) = delete(Admin::new(), era, "ledger", YES).await;
        assert_eq!(
            (text(&result), result.is_error),
            ("the ledger is never emptied", Some(true))
        );
        assert_eq!(asked, Vec::<String>::new());
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
