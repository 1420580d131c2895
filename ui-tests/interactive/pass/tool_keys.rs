//! Every key of `#[tool]` and `#[prompt]` is rmcp's own, and means what it means there.

use askback::{Confirmed, Form, interactive};
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{prompt, prompt_router, tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Emptied {
    rows: u64,
}

struct Server;

#[tool_router]
impl Server {
    /// Not this.
    #[interactive]
    #[tool(
        name = "empty_all",
        title = "Empty everything",
        description = "Empties every table.",
        annotations(title = "Empty", read_only_hint = false, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        output_schema = rmcp::handler::server::tool::schema_for_output::<Emptied>()
    )]
    async fn empty(&self, #[ask("Why?")] details: Details, #[ask("Go?", plain)] sure: Confirmed) -> Result<String, askback::Error> {
        drop(sure);
        Ok(details.reason)
    }

    #[interactive]
    #[rmcp::tool(description = "By its path.", annotations(read_only_hint = true,),)]
    async fn by_path(&self, #[ask("Go?", plain)] sure: Confirmed) -> Result<String, askback::Error> {
        drop(sure);
        Ok(String::new())
    }
}

#[prompt_router]
impl Server {
    #[interactive]
    #[prompt(name = "explain_all", title = "Explain", description = "Explains everything.")]
    async fn explain(&self, #[ask("Why?")] details: Details) -> Result<GetPromptResult, askback::Error> {
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, details.reason)]))
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len() + Server::prompt_router().list_all().len(), 3);
    let tool = serde_json::to_value(Server::empty_tool_attr()).unwrap();
    assert_eq!(tool["name"], "empty_all");
    assert_eq!(tool["title"], "Empty everything");
    assert_eq!(tool["description"], "Empties every table.");
    assert_eq!(tool["annotations"]["idempotentHint"], true);
    assert_eq!(tool["annotations"]["destructiveHint"], false);
    assert_eq!(tool["outputSchema"]["properties"]["rows"]["type"], "integer");
    assert_eq!(tool["inputSchema"]["type"], "object");
    // The plan keeps the name of the function, which is what the author reads.
    assert_eq!(Server::empty_plan().handler(), "empty");
    let tool = Server::by_path_tool_attr();
    assert_eq!(tool.description.as_deref(), Some("By its path."));
    let prompt = Server::explain_prompt_attr();
    assert_eq!((&*prompt.name, prompt.title.as_deref()), ("explain_all", Some("Explain")));
    assert_eq!(prompt.description.as_deref(), Some("Explains everything."));
}
