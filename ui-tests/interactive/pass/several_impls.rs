//! A server in several `impl` blocks, each with a router of its own, tools beside prompts.

use askback::testing::Tester;
use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server {
    tools: ToolRouter<Self>,
    prompts: PromptRouter<Self>,
}

#[tool_router(router = reading)]
impl Server {
    #[interactive]
    #[tool]
    async fn read(&self, #[ask("Why do you read?")] details: Details) -> Result<String, askback::Error> {
        Ok(format!("read: {}", details.reason))
    }
}

#[tool_router(router = writing)]
impl Server {
    #[interactive]
    #[tool]
    async fn write(
        &self,
        #[ask("Why do you write?")] details: Details,
        #[ask("Write?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(format!("written: {}", details.reason))
    }

    // Beside it, one that asks nothing and is none of ours.
    #[tool]
    async fn plain(&self) -> String {
        "plain".to_owned()
    }
}

#[prompt_router]
impl Server {
    #[interactive]
    #[prompt]
    async fn explain(&self, #[ask("Why?")] details: Details) -> Result<GetPromptResult, askback::Error> {
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, details.reason)]))
    }
}

#[tool_handler(router = self.tools)]
#[prompt_handler(router = self.prompts)]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (tools, prompts) = (Server::reading() + Server::writing(), Server::prompt_router());
    assert_eq!(tools.list_all().len(), 3);
    let person = Tester::new(Server { tools, prompts });
    let why = json!({ "reason": "x" });
    let done = person.call("read", json!({})).await.expect_form("details").shows("read").answer(why.clone()).await.finish();
    assert_eq!(done.text(), "read: x");
    let asked = person.call("write", json!({})).await.expect_form("details").shows("write").answer(why.clone()).await;
    assert_eq!(asked.expect_gate("confirmed").accept().await.finish().text(), "written: x");
    assert_eq!(person.call("plain", json!({})).await.finish().text(), "plain");
    let asked = person.prompt("explain", json!({})).await.expect_form("details");
    let done = asked.answer(why).await.finish();
    assert_eq!(done.response()["result"]["messages"][0]["content"]["text"], "x");
}
