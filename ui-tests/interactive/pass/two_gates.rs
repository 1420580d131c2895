//! Two confirmations in one handler: each travels alone, covers what stands above it, and opens its own door only.

use askback::testing::Tester;
use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Move {
    from: String,
    to: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

/// What is emptied.
enum Empty {}
/// What is written over.
enum Overwrite {}

struct Server;

impl Server {
    fn empty(&self, _: Confirmed<'_, Empty>, name: &str) -> String {
        format!("{name} emptied")
    }

    fn overwrite(&self, _: Confirmed<'_, Overwrite>, name: &str) -> String {
        format!("{name} overwritten")
    }
}

#[tool_router]
impl Server {
    #[interactive(rounds = 4)]
    #[tool(annotations(destructive_hint = true))]
    async fn shift(
        &self,
        Parameters(Move { from, to }): Parameters<Move>,
        #[ask("Write over `{to}`?", typed = &to)] over: Confirmed<Overwrite>,
        #[ask("Why?")] details: Details,
        #[ask("Empty `{from}`, {}?", details.reason, label = "Yes, empty it", covers = &to)] empty: Confirmed<Empty>,
    ) -> Result<String, askback::Error> {
        Ok([self.overwrite(over, &to), self.empty(empty, &from)].join(", "))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let plan = Server::shift_plan();
    let covers: Vec<_> = plan.rounds().iter().map(|round| round.questions()[0].covers()).collect();
    assert_eq!(plan.rounds().len(), 3);
    assert_eq!(covers[2], ["over", "details"]);
    let person = Tester::new(Server);
    let call = || person.call("shift", json!({ "from": "a", "to": "b" }));
    let asked = call().await.expect_gate("over").shows("Write over `b`?").typed("b").await;
    let asked = asked.expect_form("details").answer(json!({ "reason": "moved" })).await;
    let done = asked.expect_gate("empty").shows("moved").accept().await.finish();
    assert_eq!(done.text(), "b overwritten, a emptied");
    // One that stays closed keeps the other's door shut too.
    let asked = call().await.expect_gate("over").typed("b").await;
    let asked = asked.expect_form("details").answer(json!({ "reason": "moved" })).await;
    asked.expect_gate("empty").decline().await.expect_declined("empty");
}
