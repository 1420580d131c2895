//! An MCP client of the modern era that is nothing but its messages.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Response;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::processes::Addresses;

const VERSION: &str = "2026-07-28";
/// How long a reply may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// How many requests are under way at most, of all conversations: on a slow machine they wait here, and not where each process
/// that is killed takes a hundred of them with it.
const AT_ONCE: usize = 32;

/// Who calls, and where.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    room: Arc<Semaphore>,
    addresses: Addresses,
}

/// A call: the same for all its legs, but for what a retry carries.
#[derive(Clone)]
pub(crate) struct Call {
    /// Whose it is.
    pub(crate) person: String,
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
}

/// What a retry carries.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) token: String,
    pub(crate) key: &'static str,
    pub(crate) response: Value,
}

/// What came back.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    Asks(Prompt),
    Result(String),
    /// A result that says that it is an error.
    Failed(String),
    Error {
        code: i64,
        message: String,
        retry_after: Option<Duration>,
    },
    /// Nothing, or nothing that makes sense: whether the call arrived is not known.
    Lost(String),
}

/// A question that is open.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prompt {
    pub(crate) token: String,
    pub(crate) key: String,
    pub(crate) message: String,
}

impl Client {
    pub(crate) fn new(addresses: Addresses) -> anyhow::Result<Self> {
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        let room = Arc::new(Semaphore::new(AT_ONCE));
        Ok(Self {
            http,
            room,
            addresses,
        })
    }

    /// Sends the so-many-th leg to the process whose turn it is.
    pub(crate) async fn send(&self, leg: usize, call: &Call, answer: Option<&Answer>) -> Reply {
        let mut params = json!({
            "name": call.tool,
            "arguments": call.arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": VERSION,
                "io.modelcontextprotocol/clientInfo": { "name": "fleet", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
            },
        });
        if let (Some(answer), Some(params)) = (answer, params.as_object_mut()) {
            params.insert("requestState".into(), json!(answer.token));
            let responses = json!({ answer.key: answer.response });
            params.insert("inputResponses".into(), responses);
        }
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let _permit = self.room.acquire().await;
        let sent = self
            .http
            .post(self.addresses.of(leg))
            .bearer_auth(&call.person)
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", VERSION)
            .header("mcp-method", "tools/call")
            .header("mcp-name", call.tool)
            .json(&message)
            .send()
            .await;
        match sent {
            Ok(response) => read(response).await,
            Err(error) => Reply::Lost(error.to_string()),
        }
    }
}

async fn read(response: Response) -> Reply {
    let status = response.status();
    let body = match response.text().await {
        Ok(body) => body,
        Err(error) => return Reply::Lost(error.to_string()),
    };
    // One message, as JSON or as the only event of a stream.
    let events = body.lines().filter_map(|line| line.strip_prefix("data:"));
    let mut messages = std::iter::once(body.as_str())
        .chain(events)
        .filter_map(|text| serde_json::from_str::<Value>(text.trim()).ok());
    match messages.find_map(|message| Reply::read(&message)) {
        Some(reply) => reply,
        None => Reply::Lost(format!("HTTP status {status}, and no message")),
    }
}

impl Reply {
    fn read(message: &Value) -> Option<Self> {
        if let Some(error) = message.get("error") {
            let after = error.pointer("/data/retryAfterMs").and_then(Value::as_u64);
            return Some(Self::Error {
                code: error.get("code")?.as_i64()?,
                message: error.get("message")?.as_str()?.to_owned(),
                retry_after: after.map(Duration::from_millis),
            });
        }
        let result = message.get("result")?;
        if let Some(token) = result.get("requestState") {
            // This client gives one answer a leg: more questions in one round would be a reply that it cannot read.
            let requests = result.get("inputRequests")?.as_object()?;
            let (key, request) = requests.iter().next().filter(|_| requests.len() == 1)?;
            return Some(Self::Asks(Prompt {
                token: token.as_str()?.to_owned(),
                key: key.clone(),
                message: request.pointer("/params/message")?.as_str()?.to_owned(),
            }));
        }
        let text = result.pointer("/content/0/text")?.as_str()?.to_owned();
        match result.get("isError").and_then(Value::as_bool) {
            Some(true) => Some(Self::Failed(text)),
            _ => Some(Self::Result(text)),
        }
    }
}
