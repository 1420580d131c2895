//! Steps: what they see, what they carry, and how they end a call.

use askback::{Confirmed, Form, interactive};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Plan {
    rows: u64,
    note: String,
}

struct Server;

impl Server {
    async fn count(&self, _: &str) -> Result<u64, std::io::Error> {
        Ok(3)
    }

    async fn plan(&self, rows: u64, details: &Details) -> Result<Plan, std::fmt::Error> {
        Ok(Plan { rows, note: details.reason.clone() })
    }
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn everything(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[step(if table.is_empty() { Err("no table")? })] _: (),
        #[step(self.count(&table).await?)] rows: u64,
        #[step(rows.checked_mul(2).ok_or("too many")?)] mut twice: u64,
        #[ask("Why does `{table}` go, all {twice}?")] details: Details,
        #[step(self.plan(rows, &details).await?)] plan: Plan,
        #[step({ let Plan { rows, note } = &plan; format!("{rows} {note}") })] summary: String,
        #[ask("Go on with {summary}, {:?}?", plan.note)] _confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        twice += 1;
        Ok(format!("{twice} {} {summary}", plan.rows))
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all()[0].name, "everything");
}
