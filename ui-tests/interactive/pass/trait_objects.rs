//! A server of trait objects and functions, whose steps, questions and errors come from behind them.

use std::error::Error;
use std::sync::Arc;

use askback::testing::Tester;
use askback::{Confirmed, Form, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

trait Store: Send + Sync {
    fn count(&self, table: &str) -> Result<u64, Box<dyn Error + Send + Sync>>;
    fn tables(&self) -> Box<dyn Iterator<Item = String> + '_>;
}

struct Memory(Vec<&'static str>);

impl Store for Memory {
    fn count(&self, table: &str) -> Result<u64, Box<dyn Error + Send + Sync>> {
        if table == "broken" { Err("cannot be counted".into()) } else { Ok(table.len() as u64) }
    }

    fn tables(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.0.iter().map(|&name| name.to_owned()))
    }
}

#[derive(Form)]
struct Pick {
    #[form(choices)]
    table: String,
}

#[derive(Clone)]
struct Server {
    store: Arc<dyn Store>,
    phrase: Arc<dyn Fn(u64) -> String + Send + Sync>,
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn empty(
        &self,
        #[ask("Which?", choices(table = self.store.tables()))] pick: Pick,
        #[step(self.store.count(&pick.table)?)] rows: u64,
        #[ask((self.phrase)(rows))] sure: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(sure);
        let rows: Result<u64, Box<dyn Error + Send + Sync>> = self.store.count(&pick.table);
        Ok(format!("{} rows of {}", rows?, pick.table))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let store = Arc::new(Memory(vec!["users", "broken"]));
    let person = Tester::new(Server { store, phrase: Arc::new(|rows| format!("Empty all {rows}?")) });
    let asked = person.call("empty", json!({})).await.expect_form("pick").answer(json!({ "table": "users" })).await;
    let done = asked.expect_gate("sure").shows("Empty all 5?").accept().await.finish();
    assert_eq!(done.text(), "5 rows of users");
    let asked = person.call("empty", json!({})).await.expect_form("pick");
    let failed = asked.answer(json!({ "table": "broken" })).await.expect_failed();
    assert!(failed.text().contains("cannot be counted"));
}
