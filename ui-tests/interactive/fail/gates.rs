//! Keys of confirmations against each other and against the tool.
use askback::Answer;
use rmcp::{model::GetPromptResult, prompt, prompt_router};
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn destructive(&self, #[ask("Go?", plain)] confirmed: Confirmed) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(String::new())
    }

    #[interactive]
    #[tool(annotations(read_only_hint = true))]
    async fn harmless(
        &self,
        #[ask("Go?", plain, typed = "go")] a: Confirmed,
        #[ask("Go?", label = "yes", plain)] b: Answer<Confirmed>,
        #[ask("Go?", typed = "")] c: Confirmed,
        #[ask("Go?", typed = "a text that nobody would ever want to type, and that has more than 64 characters")] d: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive]
    #[prompt]
    async fn prompt(&self, #[ask("Go?", plain)] confirmed: Confirmed) -> Result<GetPromptResult, rmcp::ErrorData> {
        drop(confirmed);
        Ok(GetPromptResult::new(Vec::new()))
    }
}

fn main() {}
