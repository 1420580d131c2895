//! A server of plain rmcp that asks by its own results. It notes what it is called with.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use askback::Askback;
use askback::clock::SystemClock;
use askback::rmcp::Served;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ElicitRequest, ElicitRequestParams, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, InputRequest, InputRequiredResult, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, Role, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

/// The retry fields of one call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Came {
    pub(crate) state: Option<String>,
    pub(crate) responses: Option<Value>,
}

impl Came {
    pub(crate) fn first() -> Self {
        Self {
            state: None,
            responses: None,
        }
    }

    pub(crate) fn again(state: Option<&str>, responses: Value) -> Self {
        Self {
            state: state.map(str::to_owned),
            responses: Some(responses),
        }
    }

    fn has(&self, key: &str) -> bool {
        let responses = self.responses.as_ref();
        responses.is_some_and(|responses| responses.get(key).is_some())
    }
}

/// The name of every tool says what it asks for.
#[derive(Clone, Default)]
pub(crate) struct Plain {
    calls: Arc<Mutex<Vec<Came>>>,
}

impl Plain {
    pub(crate) fn serve() -> (Served<Self>, Self) {
        let plain = Self::default();
        let askback = Askback::builder()
            .ephemeral_key()
            .clock(Arc::new(SystemClock));
        (askback.build().unwrap().wrap(plain.clone()), plain)
    }

    pub(crate) fn calls(&self) -> Vec<Came> {
        self.calls.lock().unwrap().clone()
    }

    /// Notes a call; what it asks for, `None` when it is through.
    fn answer(
        &self,
        name: &str,
        state: Option<String>,
        responses: Option<BTreeMap<String, Value>>,
    ) -> Option<InputRequiredResult> {
        let came = Came {
            state,
            responses: responses.map(|responses| serde_json::to_value(responses).unwrap()),
        };
        let count = {
            let mut calls = self.calls.lock().unwrap();
            calls.push(came.clone());
            calls.len()
        };
        let asks = |requests: &[(&str, InputRequest)], state: Option<&str>| {
            let requests = requests
                .iter()
                .map(|(key, request)| ((*key).to_owned(), request.clone()))
                .collect();
            Some(InputRequiredResult::new(
                Some(requests),
                state.map(str::to_owned),
            ))
        };
        match name {
            "once" if came.responses.is_none() => {
                asks(&[("name", form("Who?", "name"))], Some("here"))
            }
            // In the order of the map, whatever the order they are made in.
            "kinds" if came.responses.is_none() => asks(
                &[
                    ("roots", read(json!({ "method": "roots/list" }))),
                    ("name", form("Who?", "name")),
                    ("greeting", sampling()),
                    ("link", url("")),
                ],
                None,
            ),
            "pair" if !(came.has("a") && came.has("b")) => asks(
                &[("a", form("A?", "a")), ("b", form("B?", "b"))],
                Some("pair"),
            ),
            // `a` comes out differently when it is asked again.
            "shifting" if !(came.has("a") && came.has("b")) => asks(
                &[
                    ("a", form(&format!("A{count}?"), "a")),
                    ("b", form("B?", "b")),
                ],
                None,
            ),
            // The same question in every round.
            "twice" if count < 3 => asks(&[("a", form("A?", "a"))], None),
            "endless" => asks(&[("a", form("A?", "a"))], Some(&count.to_string())),
            "later" if count < 4 => Some(InputRequiredResult::from_request_state("later")),
            "nothing" => Some(InputRequiredResult::new(None, None)),
            "empty" => Some(InputRequiredResult::new(Some(BTreeMap::new()), None)),
            "id" if came.responses.is_none() => asks(&[("link", url("mine"))], None),
            "choices" if came.responses.is_none() => asks(&[("pick", choices())], None),
            "odd" if came.responses.is_none() => asks(&[("password", secret())], None),
            _ => None,
        }
    }
}

pub(crate) fn read(json: Value) -> InputRequest {
    serde_json::from_value(json).unwrap()
}

fn elicit(params: Value) -> InputRequest {
    let params: ElicitRequestParams = serde_json::from_value(params).unwrap();
    InputRequest::Elicitation(ElicitRequest::new(params))
}

fn form(message: &str, field: &str) -> InputRequest {
    elicit(json!({
        "mode": "form", "message": message,
        "requestedSchema": {
            "type": "object", "properties": { field: { "type": "string" } }, "required": [field],
        },
    }))
}

fn url(id: &str) -> InputRequest {
    elicit(json!({
        "mode": "url", "message": "Connect?", "url": "https://app.example.com/", "elicitationId": id,
    }))
}

fn sampling() -> InputRequest {
    read(json!({
        "method": "sampling/createMessage",
        "params": {
            "messages": [{ "role": "user", "content": { "type": "text", "text": "Greet" } }],
            "maxTokens": 50,
        },
    }))
}

/// Titles and a list, which a peer of 2025-06-18 cannot show.
fn choices() -> InputRequest {
    let options = json!([
        { "const": "a", "title": "First" },
        { "const": "b", "title": "Second" },
    ]);
    elicit(json!({
        "mode": "form", "message": "Which?",
        "requestedSchema": { "type": "object", "required": ["one", "some"], "properties": {
            "one": { "type": "string", "oneOf": options },
            "some": { "type": "array", "items": { "anyOf": options } },
        } },
    }))
}

/// A form that this crate would not ask for.
fn secret() -> InputRequest {
    elicit(json!({
        "mode": "form", "message": "Which?",
        "requestedSchema": { "type": "object", "properties": {
            "password": { "type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"] },
        } },
    }))
}

impl ServerHandler for Plain {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources();
        ServerConfig::new(capabilities.build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let asked = self.answer(
            &request.name,
            request.request_state,
            request.input_responses,
        );
        Ok(match asked {
            Some(asked) => asked.into(),
            None => CallToolResult::success(vec![ContentBlock::text("done")]).into(),
        })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let asked = self.answer(
            &request.name,
            request.request_state,
            request.input_responses,
        );
        Ok(match asked {
            Some(asked) => asked.into(),
            None => GetPromptResult::new(vec![PromptMessage::new_text(Role::User, "done")]).into(),
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let name = request.uri.trim_start_matches("plain://").to_owned();
        let asked = self.answer(&name, request.request_state, request.input_responses);
        Ok(match asked {
            Some(asked) => asked.into(),
            None => {
                ReadResourceResult::new(vec![ResourceContents::text("done", request.uri)]).into()
            }
        })
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Ok(CustomResult(match &*request.method {
            "custom/asks" => json!({ "resultType": "input_required", "requestState": "x" }),
            _ => json!({ "resultType": "complete" }),
        }))
    }
}
