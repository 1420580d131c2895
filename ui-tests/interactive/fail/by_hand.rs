//! A confirmation by hand is of its own gate, and lives no longer than what was verified.
use askback::{AnyGate, Confirmed, GateError, GateQuestion, Verified, interactive};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
}

enum DropTable {}
enum Purge {}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn drop_table(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Drop `{table}`?")] _confirmed: Confirmed<'_, DropTable>,
    ) -> Result<String, askback::Error> {
        Ok(table)
    }

    #[interactive]
    #[tool]
    async fn purge(&self, #[ask("Purge?")] _confirmed: Confirmed<Purge>) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn two(
        &self,
        #[ask("One?")] _one: Confirmed,
        #[ask("Two?")] _two: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn destroy(_: Confirmed<'_, DropTable>) {}

fn of_another_gate(verified: &Verified) -> Result<(), GateError> {
    destroy(Server::purge_decide(verified)?);
    Ok(())
}

fn of_any_gate(verified: &Verified) -> Result<Confirmed<'_, AnyGate>, GateError> {
    Server::purge_decide(verified)
}

fn kept(verified: Verified) -> Result<Confirmed<'static, Purge>, GateError> {
    Server::purge_decide(&verified)
}

fn two_gates(verified: &Verified) {
    let _ = Server::two_decide(verified);
}

fn with_other_values() -> GateQuestion {
    Server::drop_table_ask("users")
}

fn main() {}
