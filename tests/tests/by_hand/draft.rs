//! A server whose handlers keep a state between the results by which they ask.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askback::clock::ManualClock;
use askback::rmcp::{InputResponses, Served};
use askback::{Askback, Principal, interactive};
use rmcp::handler::server::tool::InputResponses as ToolResponses;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, GetPromptResponse,
    GetPromptResult, InputRequest, InputRequiredResult, PromptMessage, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) const START: u64 = 1_800_000_000_000;
const KEY: [u8; 32] = [9; 32];

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct About {
    what: String,
}

/// What the handlers keep.
#[derive(Default, Serialize, Deserialize)]
struct Draft {
    round: u32,
    names: Vec<String>,
    weight: f64,
    padding: String,
}

/// Answers what it is told to, and notes what it sees.
#[derive(Clone)]
pub(crate) struct Drafts {
    pub(crate) seen: Arc<Mutex<Vec<Value>>>,
    pub(crate) checked: Arc<AtomicUsize>,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
    prompt_router: rmcp::handler::server::router::prompt::PromptRouter<Self>,
}

impl Drafts {
    fn new() -> Self {
        Self {
            seen: Arc::default(),
            checked: Arc::default(),
            tool_router: Self::tool_router(),
            prompt_router: Self::prompt_router(),
        }
    }

    pub(crate) fn seen(&self) -> Vec<Value> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }

    fn may(&self, what: &str) -> Result<(), ErrorData> {
        self.checked.fetch_add(1, Ordering::SeqCst);
        match what {
            "forbidden" => Err(ErrorData::invalid_params("not this one", None)),
            _ => Ok(()),
        }
    }

    /// One round: what is asked, `None` when it is through.
    fn go_on(
        &self,
        what: &str,
        draft: &mut Draft,
        responses: Option<BTreeMap<String, Value>>,
    ) -> Option<InputRequiredResult> {
        let seen = responses.as_ref().map(|responses| json!(responses));
        self.seen.lock().unwrap().push(seen.unwrap_or(Value::Null));
        draft.round += 1;
        for answer in responses.iter().flat_map(BTreeMap::values) {
            if let Some(name) = answer["content"]["name"].as_str() {
                draft.names.push(name.to_owned());
            }
        }
        let keys: Vec<String> = match what {
            "names" if draft.names.len() < 2 => vec![format!("name.{}", draft.names.len())],
            "pair" if draft.names.len() < 2 => vec!["a".to_owned(), "b".to_owned()],
            "endless" | "own" | "undeclared" | "nan" | "large" => vec!["again".to_owned()],
            "many" => (0..17).map(|at| format!("key{at}")).collect(),
            "sixteen" if draft.round == 1 => (0..16).map(|at| format!("key{at}")).collect(),
            "bad" => vec!["not a key".to_owned()],
            "later" if draft.round < 3 => Vec::new(),
            _ => return None,
        };
        let request = match what {
            "undeclared" => roots(),
            _ => form(),
        };
        if what == "nan" {
            draft.weight = f64::NAN;
        }
        if what == "large" {
            draft.padding = "x".repeat(12_300);
        }
        let requests = keys.into_iter().map(|key| (key, request.clone())).collect();
        let state = (what == "own").then(|| "mine".to_owned());
        Some(InputRequiredResult::new(Some(requests), state))
    }
}

fn form() -> InputRequest {
    let params = json!({
        "mode": "form", "message": "Who?",
        "requestedSchema": { "type": "object", "properties": { "name": { "type": "string" } } },
    });
    InputRequest::Elicitation(ElicitRequest::new(serde_json::from_value(params).unwrap()))
}

fn roots() -> InputRequest {
    serde_json::from_value(json!({ "method": "roots/list" })).unwrap()
}

#[tool_router]
impl Drafts {
    /// Drafts something.
    #[interactive(rounds = 4, guidance = "Use the web page.")]
    #[tool]
    async fn draft(
        &self,
        Parameters(About { what }): Parameters<About>,
        #[step(self.may(&what)?)] _: (),
        #[state] draft: &mut Draft,
        ToolResponses(responses): ToolResponses,
        InputResponses(too): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        assert_eq!(responses, too, "both extractors see the same");
        Ok(match self.go_on(&what, draft, responses) {
            Some(asked) => asked.into(),
            None => {
                let told = format!("{} in {}", draft.names.join(", "), draft.round);
                CallToolResult::success(vec![ContentBlock::text(told)]).into()
            }
        })
    }

    /// The same under another name.
    #[interactive]
    #[tool]
    async fn redraft(
        &self,
        #[state] draft: &mut Draft,
        Parameters(About { what }): Parameters<About>,
        ToolResponses(responses): ToolResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(match self.go_on(&what, draft, responses) {
            Some(asked) => asked.into(),
            None => CallToolResult::success(Vec::new()).into(),
        })
    }

    /// Asks by a result of its own, and keeps nothing.
    #[interactive]
    #[tool]
    async fn stateless(&self) -> Result<CallToolResponse, ErrorData> {
        let requests = [("name".to_owned(), form())].into_iter().collect();
        Ok(InputRequiredResult::from_input_requests(requests).into())
    }
}

#[prompt_router]
impl Drafts {
    /// Drafts something.
    #[interactive]
    #[prompt]
    async fn outline(
        &self,
        #[state] draft: &mut Draft,
        Parameters(About { what }): Parameters<About>,
        InputResponses(responses): InputResponses,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(match self.go_on(&what, draft, responses) {
            Some(asked) => asked.into(),
            None => {
                let told = format!("{} in {}", draft.names.join(", "), draft.round);
                GetPromptResult::new(vec![PromptMessage::new_text(Role::User, told)]).into()
            }
        })
    }
}

#[tool_handler(router = self.tool_router)]
#[prompt_handler(router = self.prompt_router)]
impl ServerHandler for Drafts {}

/// The server, and what its tests look at.
pub(crate) struct Site {
    pub(crate) served: Served<Drafts>,
    pub(crate) drafts: Drafts,
    pub(crate) clock: Arc<ManualClock>,
}

impl Site {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(ManualClock::new(START));
        let builder = Askback::builder().key(KEY).audience("drafts");
        let askback = builder.clock(clock.clone()).build().unwrap();
        let drafts = Drafts::new();
        let served = askback.wrap(drafts.clone()).principal(named);
        Self {
            served,
            drafts,
            clock,
        }
    }
}

/// Whoever the request says that it is, and the local user where it does not: these transports authenticate nobody.
fn named(context: &RequestContext<RoleServer>) -> Principal {
    let name = context.meta.get("who").and_then(Value::as_str);
    let named = name.and_then(|name| Principal::new("https://id.example.com", name, "").ok());
    named.unwrap_or_else(Principal::local)
}

pub(crate) fn about(what: &str) -> Value {
    json!({ "what": what })
}

pub(crate) fn name(name: &str) -> Value {
    askback_tests::accept(json!({ "name": name }))
}
