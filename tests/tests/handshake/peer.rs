//! A client of the handshake era that is nothing but its messages.

use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(crate) struct Peer {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    last_id: u64,
    /// How often the server pinged.
    pub(crate) pings: usize,
}

impl Peer {
    /// Initializes as a client that declares form and URL mode, sampling and roots.
    pub(crate) async fn connect<S: ServerHandler>(server: S, version: &str) -> Self {
        let capabilities = json!({
            "elicitation": {"form": {}, "url": {}, "future": {"x": 1}},
            "sampling": {},
            "roots": {},
        });
        Self::declaring(server, version, capabilities).await
    }

    pub(crate) async fn declaring<S: ServerHandler>(
        server: S,
        version: &str,
        capabilities: Value,
    ) -> Self {
        let (near, far) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (read, out) = tokio::io::split(near);
        let mut peer = Self {
            lines: BufReader::new(read).lines(),
            out,
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

    pub(crate) async fn call(&mut self, tool: &str) -> u64 {
        self.request("tools/call", json!({"name": tool, "arguments": {}}))
            .await
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    pub(crate) async fn cancel(&mut self, call: u64) {
        self.notify("notifications/cancelled", json!({"requestId": call}))
            .await;
    }

    /// Answers a question with this result.
    pub(crate) async fn answer(&mut self, question: &Value, result: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": question["id"], "result": result}))
            .await;
    }

    /// Answers a question with an error.
    pub(crate) async fn fail(&mut self, question: &Value, code: i64) {
        let error = json!({"code": code, "message": "no such thing"});
        self.send(json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
            .await;
    }

    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.out.write_all(line.as_bytes()).await.unwrap();
    }

    /// The next message that is no ping. Pings are answered.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["method"] != "ping" {
                return message;
            }
            self.pings += 1;
            self.answer(&message, json!({})).await;
        }
    }

    /// Does nothing but answering pings for a while, in which no other message may come.
    pub(crate) async fn idle(&mut self, time: Duration) {
        let message = tokio::time::timeout(time, self.next()).await;
        assert!(message.is_err(), "{message:?}");
    }

    /// The next message, which has to be a question.
    pub(crate) async fn question(&mut self) -> Value {
        let message = self.next().await;
        assert!(
            message["id"].is_u64() && message["method"].is_string(),
            "{message}"
        );
        message
    }

    /// The next message, which has to be the response to this request.
    pub(crate) async fn response(&mut self, request: u64) -> Value {
        let message = self.next().await;
        assert_eq!(message["id"], request, "{message}");
        assert!(message["method"].is_null(), "{message}");
        message
    }

    /// The next message, which has to be the result of this call.
    pub(crate) async fn result(&mut self, call: u64) -> Value {
        let mut response = self.response(call).await;
        assert!(response["error"].is_null(), "{response}");
        response["result"].take()
    }

    /// The next message, which has to withdraw this question.
    pub(crate) async fn withdrawn(&mut self, question: &Value) {
        let message = self.next().await;
        assert_eq!(message["method"], "notifications/cancelled", "{message}");
        assert_eq!(message["params"]["requestId"], question["id"]);
    }
}

pub(crate) fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The text of a result, and whether it is an error.
pub(crate) fn text(result: &Value) -> (&str, bool) {
    let text = result["content"][0]["text"].as_str().unwrap();
    (text, result["isError"] == true)
}
