//! Lifetimes that are elided, written out and named, in every place where an author may have one.

use askback::testing::Tester;
use askback::{Answer, Ask, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments<'a> {
    table: std::borrow::Cow<'a, str>,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server<'s> {
    name: &'s str,
}

fn joined<'a>(left: &'a str, _: &str) -> &'a str {
    left
}

async fn spent(_: Confirmed<'_>, name: &str) -> usize {
    name.len()
}

// Case async-elided-lifetimes-in-handler.
#[tool_router]
impl Server<'static> {
    #[interactive]
    #[tool]
    async fn elided(&self, #[ask("Why?")] details: Details, #[ask("Go?")] sure: Confirmed, ask: &mut Ask) -> Result<String, askback::Error> {
        let more: Details = ask.form("more", format!("More on {}?", details.reason)).await?;
        Ok(format!("{} {}", spent(sure, self.name).await, more.reason))
    }

    #[interactive]
    #[tool]
    async fn written_out(
        &self,
        Parameters(Arguments { table }): Parameters<Arguments<'static>>,
        #[ask("Go on with {}?", joined(&table, self.name))] sure: Answer<Confirmed<'_>>,
        ask: &mut Ask<'_>,
    ) -> Result<String, askback::Error> {
        let _ = ask.idempotency_key("written_out");
        let name: &str = joined(self.name, &table);
        Ok(match sure {
            Answer::Accept(sure) => spent(sure, name).await.to_string(),
            other => format!("{other:?}"),
        })
    }

    #[interactive]
    #[tool]
    async fn named<'server>(
        &'server self,
        #[step(self.name.len())] length: usize,
        #[ask("{length}?", when = length > 0)] sure: Option<Confirmed<'_>>,
    ) -> Result<String, askback::Error> {
        let name: &'server str = self.name;
        Ok(sure.map_or_else(String::new, |_| name.to_owned()))
    }
}

#[tool_handler]
impl ServerHandler for Server<'static> {}

fn is_send(_: impl Send) {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    is_send(Server::tool_router());
    let person = Tester::new(Server { name: "server" });
    let done = person.call("elided", json!({})).await;
    let done = done.expect_form("details").answer(json!({ "reason": "a" })).await.expect_gate("sure").accept().await;
    let done = done.expect_form("more").shows("More on a?").answer(json!({ "reason": "b" })).await.finish();
    assert_eq!(done.text(), "6 b");
    let done = person.call("written_out", json!({ "table": "users" })).await;
    assert_eq!(done.expect_gate("sure").shows("users").accept().await.finish().text(), "6");
    let done = person.call("named", json!({})).await.expect_gate("sure").shows("6?").accept().await.finish();
    assert_eq!(done.text(), "server");
}
