//! A client of the modern era that is nothing but its messages, in memory.

use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(crate) struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    last_id: u64,
    who: &'static str,
}

impl Wire {
    pub(crate) fn to<S: ServerHandler>(server: S) -> Self {
        let (near, far) = tokio::io::duplex(1 << 23);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (read, out) = tokio::io::split(near);
        Self {
            lines: BufReader::new(read).lines(),
            out,
            last_id: 0,
            who: "ada",
        }
    }

    pub(crate) fn as_who(mut self, who: &'static str) -> Self {
        self.who = who;
        self
    }

    /// Calls a tool, with what a retry carries; gives the whole response.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value, retry: Value) -> Value {
        let id = self.send(tool, arguments, retry).await;
        self.response(id).await
    }

    pub(crate) async fn send(&mut self, tool: &str, arguments: Value, retry: Value) -> u64 {
        self.last_id += 1;
        let message = request(self.last_id, tool, arguments, retry, self.who);
        self.out
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
        self.last_id
    }

    pub(crate) async fn cancel(&mut self, id: u64) {
        let message = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
        self.out
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
    }

    pub(crate) async fn response(&mut self, id: u64) -> Value {
        loop {
            let line = self
                .lines
                .next_line()
                .await
                .unwrap()
                .expect("the server is gone");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// As far as the confirmation of `delete_rows`: the state in which it is pending.
    pub(crate) async fn at_the_gate(&mut self) -> String {
        let asked = self.call("delete_rows", table(), json!({})).await;
        let answered = json!({ "details": accept(json!({ "reason": "the table moved" })) });
        let asked = self
            .call("delete_rows", table(), retry(&state(&asked), answered))
            .await;
        assert_eq!(keys(&asked), ["confirmed"]);
        state(&asked)
    }
}

/// A request that declares form mode.
pub(crate) fn request(id: u64, tool: &str, arguments: Value, retry: Value, who: &str) -> Value {
    let mut params = json!({
        "name": tool,
        "arguments": arguments,
        "_meta": {
            "who": who,
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "attacker", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        },
    });
    for (name, value) in retry.as_object().unwrap() {
        params[name] = value.clone();
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

pub(crate) fn table() -> Value {
    json!({ "table": "users" })
}

pub(crate) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

pub(crate) fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

pub(crate) fn retry(state: &str, responses: Value) -> Value {
    json!({ "requestState": state, "inputResponses": responses })
}

pub(crate) fn state(response: &Value) -> String {
    response["result"]["requestState"]
        .as_str()
        .unwrap_or_else(|| panic!("no state in {response}"))
        .to_owned()
}

pub(crate) fn keys(response: &Value) -> Vec<&str> {
    let requests = response["result"]["inputRequests"].as_object();
    requests
        .unwrap_or_else(|| panic!("nothing asked in {response}"))
        .keys()
        .map(String::as_str)
        .collect()
}

/// The text of a complete result.
pub(crate) fn text(response: &Value) -> &str {
    response["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {response}"))
}

#[track_caller]
pub(crate) fn refused(response: &Value, code: i64) {
    assert_eq!(response["error"]["code"], code, "{response}");
    if code == -32602 {
        assert!(
            response["error"]["data"].is_null(),
            "no cause on the wire: {response}"
        );
    }
}
