//! Whatever rmcp takes from a tool or a prompt, a handler that asks may give.

use askback::testing::Tester;
use askback::{Form, interactive};
use rmcp::handler::server::wrapper::Json;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Count {
    /// How many?
    many: u8,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Counted {
    many: u8,
}

type Outcome<T> = Result<T, ErrorData>;

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn nothing(&self, #[ask("?")] count: Count) -> Result<(), askback::Error> {
        drop(count);
        Ok(())
    }

    #[interactive]
    #[tool]
    async fn content(&self, #[ask("?")] count: Count) -> Result<ContentBlock, askback::Error> {
        Ok(ContentBlock::text(count.many.to_string()))
    }

    #[interactive]
    #[tool]
    async fn renamed(&self, #[ask("?")] count: Count) -> Outcome<String> {
        Ok(count.many.to_string())
    }

    #[interactive]
    #[tool]
    async fn result(&self, #[ask("?")] count: Count) -> Result<CallToolResult, askback::Error> {
        Ok(CallToolResult::error(vec![ContentBlock::text(count.many.to_string())]))
    }

    #[interactive]
    #[tool]
    async fn response(&self, #[ask("?")] count: Count) -> Result<CallToolResponse, askback::Error> {
        Ok(CallToolResult::success(vec![ContentBlock::text(count.many.to_string())]).into())
    }

    #[interactive]
    #[tool]
    async fn structured(&self, #[ask("?")] count: Count) -> Result<Json<Counted>, askback::Error> {
        Ok(Json(Counted { many: count.many }))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let person = Tester::new(Server);
    let mut texts = Vec::new();
    for tool in ["nothing", "content", "renamed", "result", "response", "structured"] {
        let asked = person.call(tool, json!({})).await.expect_form("count");
        let done = asked.answer(json!({ "many": 2 })).await.outcome();
        texts.push((done.texts().join(","), done.is_error()));
        if tool == "structured" {
            assert_eq!(done.structured(), &json!({ "many": 2 }));
        }
    }
    let texts: Vec<_> = texts.iter().map(|(text, error)| (text.as_str(), *error)).collect();
    assert_eq!(texts[..5], [("", false), ("2", false), ("2", false), ("2", true), ("2", false)]);
    assert!(Server::structured_tool_attr().output_schema.is_some());
}
