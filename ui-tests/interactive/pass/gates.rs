//! Every kind of confirmation, its keys, and a gate with a name of its own.

use askback::{Answer, Confirmed, interactive};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
    rows: Vec<u64>,
}

/// The gate of `drop_table`: `destroy` takes no other's.
enum DropTable {}

struct Server;

impl Server {
    fn destroy(&self, _: Confirmed<'_, DropTable>) -> &'static str {
        "dropped"
    }
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn drop_table(
        &self,
        Parameters(Table { table, rows }): Parameters<Table>,
        #[ask("Drop `{table}`?", label = "Yes, drop it", covers = (rows, &table))] confirmed: Confirmed<'_, DropTable>,
    ) -> Result<String, askback::Error> {
        Ok(self.destroy(confirmed).to_owned())
    }

    #[interactive]
    #[tool]
    async fn typed(
        &self,
        Parameters(Table { table, .. }): Parameters<Table>,
        #[ask("Type `{table}`", typed = table, label = format!("Name of {}", 1))] _confirmed: Confirmed,
        #[ask("And this too?", typed = "yes")] second: Answer<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(second.accepted().is_some().to_string())
    }

    #[interactive]
    #[tool(annotations(read_only_hint = true))]
    async fn only_for_production(
        &self,
        Parameters(Table { table, .. }): Parameters<Table>,
        #[ask("Read `{table}` in production?", plain, when = table == "production")] confirmed: Option<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(confirmed.is_some().to_string())
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 3);
}
