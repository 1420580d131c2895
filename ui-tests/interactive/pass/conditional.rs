//! Handlers that a `cfg` takes away leave nothing behind, wherever it stands; what stays is served.

use askback::testing::Tester;
use askback::{Confirmed, Form, interactive};
use rmcp::{ServerHandler, prompt, prompt_router, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

// Case cfg-inside-attribute-macro-impl.
#[tool_router]
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

#[prompt_router]
impl Server {
    #[interactive]
    #[prompt]
    #[cfg(any())]
    async fn gone(&self, #[ask("Why?")] details: NoSuchType) -> NoSuchType {
        no_such_function()
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let tools = Server::tool_router().list_all();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["either", "here"]);
    assert_eq!(tools[1].description.as_deref(), Some("Here."));
    assert_eq!(Server::prompt_router().list_all().len(), 0);
    assert_eq!(Server::here_plan().rounds().len(), 2);
    let done = Tester::new(Server).call("either", json!({})).await.expect_gate("sure").accept().await.finish();
    assert_eq!(done.text(), "this");
}
