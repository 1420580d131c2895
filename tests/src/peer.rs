//! A client of the handshake era that is nothing but its messages.

use std::time::Duration;

use rmcp::ServerHandler;
use serde_json::{Value, json};

use crate::line::Line;

/// A client that is asked while its call waits.
pub struct Peer {
    line: Line,
    last_id: u64,
    /// How often the server pinged.
    pub pings: usize,
}

impl Peer {
    /// Initializes as a client that declares form and URL mode, sampling and roots.
    pub async fn connect<S: ServerHandler>(server: S, version: &str) -> Self {
        let capabilities = json!({
            "elicitation": {"form": {}, "url": {}, "future": {"x": 1}},
            "sampling": {},
            "roots": {},
        });
        Self::declaring(server, version, capabilities).await
    }

    /// Initializes as a client that declares these capabilities.
    pub async fn declaring<S: ServerHandler>(
        server: S,
        version: &str,
        capabilities: Value,
    ) -> Self {
        let mut peer = Self {
            line: Line::to(server),
            last_id: 0,
            pings: 0,
        };
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": {"name": "peer", "version": "1"},
        });
        let id = peer.request("initialize", params).await;
        let initialized = peer.response(id).await;
        assert_eq!(initialized["result"]["protocolVersion"], version);
        peer.notify("notifications/initialized", json!({})).await;
        peer
    }

    /// Calls a tool without arguments; gives the request's id.
    pub async fn call(&mut self, tool: &str) -> u64 {
        self.request("tools/call", json!({"name": tool, "arguments": {}}))
            .await
    }

    /// Sends a request; gives its id.
    pub async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    /// Cancels a call.
    pub async fn cancel(&mut self, call: u64) {
        self.notify("notifications/cancelled", json!({"requestId": call}))
            .await;
    }

    /// Answers a question with this result.
    pub async fn answer(&mut self, question: &Value, result: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": question["id"], "result": result}))
            .await;
    }

    /// Answers a question with an error.
    pub async fn fail(&mut self, question: &Value, code: i64) {
        let error = json!({"code": code, "message": "no such thing"});
        self.send(json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
            .await;
    }

    async fn send(&mut self, message: Value) {
        self.line.send(&message).await;
    }

    /// The next message that is no ping. Pings are answered.
    pub async fn next(&mut self) -> Value {
        loop {
            let message = self.line.next().await;
            if message["method"] != "ping" {
                return message;
            }
            self.pings += 1;
            self.answer(&message, json!({})).await;
        }
    }

    /// Does nothing but answering pings for a while, in which no other message may come.
    pub async fn idle(&mut self, time: Duration) {
        let message = tokio::time::timeout(time, self.next()).await;
        assert!(message.is_err(), "{message:?}");
    }

    /// The next message, which has to be a question.
    pub async fn question(&mut self) -> Value {
        let message = self.next().await;
        assert!(
            message["id"].is_u64() && message["method"].is_string(),
            "{message}"
        );
        message
    }

    /// The next message, which has to be the response to this request.
    pub async fn response(&mut self, request: u64) -> Value {
        let message = self.next().await;
        assert_eq!(message["id"], request, "{message}");
        assert!(message["method"].is_null(), "{message}");
        message
    }

    /// The next message, which has to be the result of this call.
    pub async fn result(&mut self, call: u64) -> Value {
        let mut response = self.response(call).await;
        assert!(response["error"].is_null(), "{response}");
        response["result"].take()
    }

    /// The next message, which has to withdraw this question.
    pub async fn withdrawn(&mut self, question: &Value) {
        let message = self.next().await;
        assert_eq!(message["method"], "notifications/cancelled", "{message}");
        assert_eq!(message["params"]["requestId"], question["id"]);
    }
}

/// The text of a tool's result, and whether it is an error.
#[must_use]
pub fn text(result: &Value) -> (&str, bool) {
    let text = result["content"][0]["text"].as_str().unwrap();
    (text, result["isError"] == true)
}
