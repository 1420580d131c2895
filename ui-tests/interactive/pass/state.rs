//! A state of every shape, lent in every place.
#![deny(warnings, missing_docs, unused, unreachable_pub, elided_lifetimes_in_paths)]
#![deny(clippy::all, clippy::pedantic)]

use std::collections::BTreeMap;

use askback::interactive;
use rmcp::handler::server::tool::InputResponses;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, GetPromptResponse, GetPromptResult, InputRequiredResult,
};
use rmcp::{ErrorData, prompt, prompt_router, tool, tool_router};

/// What is configured.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Configure {
    /// The service.
    pub service: String,
}

/// What is kept.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Draft {
    round: u32,
}

/// A server.
#[derive(Debug)]
pub struct Server;

impl Server {
    fn may(service: &str) -> Result<(), String> {
        (service != "forbidden").then_some(()).ok_or_else(|| "no".to_owned())
    }
}

#[tool_router]
impl Server {
    /// Configures a service.
    ///
    /// # Errors
    ///
    /// When it cannot be.
    #[interactive(ttl = 60, rounds = 3)]
    #[tool]
    pub async fn configure(
        &self,
        Parameters(Configure { service }): Parameters<Configure>,
        #[step(Self::may(&service)?)] _: (),
        #[state] draft: &mut Draft,
        InputResponses(responses): InputResponses,
    ) -> Result<CallToolResponse, String> {
        draft.round += 1;
        Ok(match responses {
            Some(_) => CallToolResult::success(Vec::new()).into(),
            None => InputRequiredResult::from_input_requests(BTreeMap::new()).into(),
        })
    }

    /// Asks in every round.
    ///
    /// # Errors
    ///
    /// Never.
    #[interactive]
    #[tool]
    pub async fn taken_apart(
        &self,
        #[state] Draft { round }: &mut Draft,
        #[step(())] checked: (),
    ) -> Result<InputRequiredResult, askback::Error> {
        *round += 1;
        let () = checked;
        Ok(InputRequiredResult::from_input_requests(BTreeMap::new()))
    }

    /// Never asks.
    ///
    /// # Errors
    ///
    /// Never.
    #[interactive]
    #[tool]
    pub async fn silent(
        &self,
        #[state] count: &mut (u32, BTreeMap<String, Option<u64>>),
    ) -> Result<String, askback::Error> {
        count.0 += 1;
        Ok(count.0.to_string())
    }
}

// rmcp's own items of a prompt have no docs.
struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive]
    #[prompt]
    async fn either(
        &self,
        #[state] draft: &mut Draft,
        askback::rmcp::InputResponses(responses): askback::rmcp::InputResponses,
    ) -> Result<GetPromptResponse, ErrorData> {
        draft.round += 1;
        Ok(match responses {
            Some(_) => GetPromptResult::new(Vec::new()).into(),
            None => InputRequiredResult::from_input_requests(BTreeMap::new()).into(),
        })
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 3);
    assert_eq!(Prompts::prompt_router().list_all().len(), 1);
}
