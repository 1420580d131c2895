//! Handlers that a `cfg` takes away leave nothing behind, wherever it stands; what stays is served.
//!
//! rmcp's `#[tool_router]` lists what stands in its `impl`, whatever `cfg` is on it: there, it goes on the `impl`.

use askback::testing::Tester;
use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server {
    tools: ToolRouter<Self>,
}

// Case cfg-inside-attribute-macro-impl.
impl Server {
    #[interactive]
    #[tool]
    #[cfg(any())]
    async fn gone_below(&self, #[ask("Why?")] details: NoSuchType) -> NoSuchType {
        no_such_function()
    }

    #[cfg(any())]
    #[interactive]
    #[tool]
    async fn gone_above(&self, #[ask("Why?")] details: NoSuchType) -> NoSuchType {
        no_such_function()
    }

    #[interactive]
    #[cfg(any())]
    #[tool]
    async fn gone_between(&self, #[step(no_such_function())] value: NoSuchType) -> NoSuchType {
        value
    }

    #[cfg(all())]
    #[interactive]
    #[tool]
    #[cfg(all())]
    #[cfg_attr(all(), doc = "Here.")]
    #[cfg_attr(any(), doc = "Gone.")]
    async fn here(&self, #[ask("Why?")] details: Details, #[ask("Go?")] sure: Confirmed) -> Result<String, askback::Error> {
        #[cfg(any())]
        let details = no_such_function();
        drop(sure);
        Ok(details.reason)
    }

    // One of two of the same name, as for platforms.
    #[interactive]
    #[tool]
    #[cfg(all())]
    async fn either(&self, #[ask("Go?")] sure: Confirmed) -> Result<String, askback::Error> {
        drop(sure);
        Ok("this".to_owned())
    }

    #[interactive]
    #[tool]
    #[cfg(not(all()))]
    async fn either(&self, #[ask("Go?")] sure: Confirmed) -> Result<String, askback::Error> {
        drop(sure);
        Ok("that".to_owned())
    }
}

#[cfg(any())]
#[tool_router(router = gone)]
impl Server {
    #[interactive]
    #[tool]
    async fn gone_with_its_impl(&self, #[ask("Why?")] details: NoSuchType) -> NoSuchType {
        no_such_function()
    }
}

#[cfg(all())]
#[tool_router(router = stays)]
impl Server {
    #[interactive]
    #[tool]
    async fn stays_with_its_impl(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    assert_eq!(Server::here_tool_attr().description.as_deref(), Some("Here."));
    assert_eq!(Server::here_plan().rounds().len(), 2);
    let tools = Server::stays()
        .with_route((Server::here_tool_attr(), Server::here))
        .with_route((Server::either_tool_attr(), Server::either));
    let person = Tester::new(Server { tools });
    let done = person.call("either", json!({})).await.expect_gate("sure").accept().await.finish();
    assert_eq!(done.text(), "this");
    let asked = person.call("here", json!({})).await.expect_form("details").answer(json!({ "reason": "x" })).await;
    assert_eq!(asked.expect_gate("sure").accept().await.finish().text(), "x");
}
