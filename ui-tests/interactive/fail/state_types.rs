//! States that cannot be kept, and results that cannot ask.
use std::rc::Rc;

use askback::interactive;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, PromptMessage};
use rmcp::{prompt, prompt_router, tool, tool_router};

#[derive(serde::Serialize, serde::Deserialize)]
struct NoDefault {
    round: u32,
}

#[derive(Default, serde::Deserialize)]
struct NotWritten {
    round: u32,
}

#[derive(Default, serde::Serialize)]
struct NotRead {
    round: u32,
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Draft {
    round: u32,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn no_default(&self, #[state] draft: &mut NoDefault) -> Result<CallToolResponse, ErrorData> {
        unimplemented!("{}", draft.round)
    }

    #[interactive]
    #[tool]
    async fn not_written(&self, #[state] draft: &mut NotWritten) -> Result<CallToolResponse, ErrorData> {
        unimplemented!("{}", draft.round)
    }

    #[interactive]
    #[tool]
    async fn not_read(&self, #[state] draft: &mut NotRead) -> Result<CallToolResponse, ErrorData> {
        unimplemented!("{}", draft.round)
    }
}

struct Local;

#[tool_router]
impl Local {
    #[interactive]
    #[tool]
    async fn not_sent(&self, #[state] draft: &mut Option<Rc<u32>>) -> Result<CallToolResponse, ErrorData> {
        unimplemented!("{draft:?}")
    }
}

struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive]
    #[prompt]
    async fn prompt(&self, #[state] draft: &mut Draft) -> Result<Vec<PromptMessage>, ErrorData> {
        unimplemented!("{}", draft.round)
    }
}

fn main() {}
