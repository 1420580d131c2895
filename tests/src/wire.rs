//! A client of the modern era that is nothing but its messages.

use rmcp::ServerHandler;
use serde_json::{Value, json};

use crate::line::Line;

/// A client that is asked by a result, and answers by a retry. It declares form mode unless told otherwise.
pub struct Wire {
    line: Line,
    last_id: u64,
    who: &'static str,
    capabilities: Value,
}

impl Wire {
    /// A connection to a server in memory.
    pub fn to<S: ServerHandler>(server: S) -> Self {
        Self {
            line: Line::to(server),
            last_id: 0,
            who: "ada",
            capabilities: forms(),
        }
    }

    /// Says in its metadata that it is somebody.
    #[must_use]
    pub fn as_who(mut self, who: &'static str) -> Self {
        self.who = who;
        self
    }

    /// Declares these capabilities with every request from now on.
    #[must_use]
    pub fn declaring(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Calls a tool, with what a retry carries; gives the whole response.
    pub async fn call(&mut self, tool: &str, arguments: Value, retry: Value) -> Value {
        let id = self.send(tool, arguments, retry).await;
        self.response(id).await
    }

    /// Calls a tool; gives the request's id.
    pub async fn send(&mut self, tool: &str, arguments: Value, retry: Value) -> u64 {
        self.ask("tools/call", tool_params(tool, arguments, retry))
            .await
    }

    /// Sends a request; gives the whole response.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        self.response(id).await
    }

    async fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let message = request(
            self.last_id,
            method,
            params,
            meta(self.who, &self.capabilities),
        );
        self.put(&message).await;
        self.last_id
    }

    /// Sends a message as it stands.
    pub async fn put(&mut self, message: &Value) {
        self.line.send(message).await;
    }

    /// Cancels a request.
    pub async fn cancel(&mut self, id: u64) {
        self.put(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": id },
        }))
        .await;
    }

    /// The next message, whatever it is.
    pub async fn next(&mut self) -> Value {
        self.line.next().await
    }

    /// Waits for the response to a request.
    pub async fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.line.next().await;
            if message["id"] == id {
                return message;
            }
        }
    }
}

/// The capabilities of a client that declares form mode.
#[must_use]
pub fn forms() -> Value {
    json!({ "elicitation": {} })
}

/// A request's metadata.
#[must_use]
pub fn meta(who: &str, capabilities: &Value) -> Value {
    json!({
        "who": who,
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// A request with its metadata.
#[must_use]
pub fn request(id: u64, method: &str, mut params: Value, meta: Value) -> Value {
    params["_meta"] = meta;
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// The parameters of a tool call, with what a retry carries.
#[must_use]
pub fn tool_params(tool: &str, arguments: Value, retry: Value) -> Value {
    let mut params = json!({ "name": tool, "arguments": arguments });
    for (name, value) in retry.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    params
}

/// What a retry carries.
#[must_use]
pub fn retry(state: &str, responses: Value) -> Value {
    json!({ "requestState": state, "inputResponses": responses })
}

/// The state of a result that asks.
#[must_use]
pub fn state(response: &Value) -> String {
    response["result"]["requestState"]
        .as_str()
        .unwrap_or_else(|| panic!("no state in {response}"))
        .to_owned()
}

/// The keys of what a result asks.
#[must_use]
pub fn keys(response: &Value) -> Vec<&str> {
    let requests = response["result"]["inputRequests"].as_object();
    requests
        .unwrap_or_else(|| panic!("nothing asked in {response}"))
        .keys()
        .map(String::as_str)
        .collect()
}

/// The text of a tool's complete result.
#[must_use]
pub fn text(response: &Value) -> &str {
    response["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {response}"))
}

/// The response is this error. Where it is −32602, no cause goes with it.
#[track_caller]
pub fn refused(response: &Value, code: i64) {
    assert_eq!(response["error"]["code"], code, "{response}");
    if code == -32602 {
        assert!(
            response["error"]["data"].is_null(),
            "no cause on the wire: {response}"
        );
    }
}
