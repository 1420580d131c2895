//! Description and schemas are what they would be without us.

use askback::{Form, interactive};
use rmcp::model::GetPromptResult;
use rmcp::{ErrorData, handler::server::wrapper::Json, prompt, prompt_router, tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Report {
    rows: u64,
}

struct Server;

#[tool_router]
impl Server {
    /// Report on a table.
    ///
    /// With every row.
    #[interactive]
    #[tool]
    async fn report(&self, #[ask("Why?")] details: Details) -> Result<Json<Report>, askback::Error> {
        Ok(Json(Report { rows: details.reason.len() as u64 }))
    }

    #[interactive]
    #[tool(name = "other-name", description = "Said here.", output_schema = rmcp::handler::server::tool::schema_for_output::<Report>())]
    async fn other(&self, #[ask("Why?")] details: Details) -> Result<String, rmcp::ErrorData> {
        Ok(details.reason)
    }
}

#[prompt_router]
impl Server {
    /// Ask about a table.
    #[interactive]
    #[prompt]
    async fn about(&self, #[ask("Why?")] details: Details) -> Result<GetPromptResult, ErrorData> {
        drop(details);
        Ok(GetPromptResult::new(Vec::new()))
    }
}

fn main() {
    let prompt = serde_json::to_string(&Server::prompt_router().list_all()).unwrap();
    assert!(prompt.contains(r#""Ask about a table.""#), "{prompt}");
    assert!(!prompt.contains("mermaid") && !prompt.contains("asks"), "{prompt}");
    let tools = Server::tool_router().list_all();
    let by_name = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap();
    let report = by_name("report");
    assert_eq!(report.description.as_deref(), Some("Report on a table.\nWith every row."));
    let other = by_name("other-name");
    // Nothing of the rounds and the diagram that the documentation has.
    for tool in &tools {
        let sent = serde_json::to_string(tool).unwrap();
        for word in ["mermaid", "sequenceDiagram", "input_required", "asks", "confirmation", "1. "] {
            assert!(!sent.contains(word), "{word} in {sent}");
        }
    }
    assert_eq!(other.description.as_deref(), Some("Said here."));
    for tool in [report, other] {
        let output = tool.output_schema.as_ref().unwrap();
        assert_eq!(output["properties"]["rows"]["type"], "integer");
        assert_eq!(tool.input_schema["properties"], serde_json::json!({}));
    }
}
