//! Clients that are nothing but their messages: one that retries, one that is asked in its session.

use std::collections::VecDeque;

use askback_tests::web::Web;
use askback_tests::wire::{forms, meta, request, retry, state, tool_params};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::shop::{apples, three};
use crate::within;

/// An order of the modern era, as it is sent and sent again.
pub(crate) fn order(carries: Value) -> Value {
    let params = tool_params("order", apples(), carries);
    request(1, "tools/call", params, meta("ada", &forms()))
}

/// Sends a request of the modern era, and waits for its response.
pub(crate) async fn send(web: &Web, message: &Value) -> Value {
    let what = format!("the response to {message}");
    within(&what, web.send("ada", message)).await.1
}

/// The order's form, answered: what waits at the gate.
pub(crate) async fn at_the_gate(web: &Web) -> String {
    let form = send(web, &order(json!({}))).await;
    let gate = send(web, &order(retry(&state(&form), three()))).await;
    state(&gate)
}

/// A client of the handshake era, in its session.
pub(crate) struct Session {
    web: Web,
    id: Option<String>,
    last: u64,
}

impl Session {
    pub(crate) async fn begin(web: &Web) -> Self {
        let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": forms(),
            "clientInfo": { "name": "raw", "version": "1" },
        } });
        let sent = web.post("ada").json(&initialize).send();
        let response = within("the response to initialize", sent).await.unwrap();
        let id = response.headers().get("mcp-session-id");
        let session = Self {
            web: web.clone(),
            id: id.map(|id| id.to_str().unwrap().to_owned()),
            last: 0,
        };
        within("the body of initialize", response.text())
            .await
            .unwrap();
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        session.post(&initialized).await;
        session
    }

    /// The same session, seen through something else.
    pub(crate) fn through(&self, web: &Web) -> Self {
        Self {
            web: web.clone(),
            id: self.id.clone(),
            last: self.last + 100,
        }
    }

    fn with_headers(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header("mcp-protocol-version", "2025-11-25");
        match &self.id {
            Some(id) => request.header("mcp-session-id", id),
            None => request,
        }
    }

    /// Sends a message; gives the response once it begins.
    pub(crate) async fn post(&self, message: &Value) -> Response {
        let sent = self.begins(message).send();
        let what = format!("the response to {message} to begin");
        within(&what, sent).await.unwrap()
    }

    /// The post of a message.
    pub(crate) fn begins(&self, message: &Value) -> RequestBuilder {
        self.with_headers(self.web.post("ada")).json(message)
    }

    /// A call of the order; gives its message.
    pub(crate) fn order(&mut self) -> Value {
        self.last += 1;
        let params = json!({ "name": "order", "arguments": apples() });
        json!({ "jsonrpc": "2.0", "id": self.last, "method": "tools/call", "params": params })
    }

    /// Answers a question.
    pub(crate) async fn answer(&self, question: &Value, content: Value) {
        let result = askback_tests::accept(content);
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
        let response = self.post(&answer).await;
        assert!(response.status().is_success(), "{response:?}");
    }

    /// Goes on with a stream where it was left.
    pub(crate) async fn resume(&self, last_event: &str) -> Events {
        let request = Client::new().get(self.web.url()).bearer_auth("ada");
        let request = self.with_headers(request);
        let request = request
            .header("accept", "text/event-stream")
            .header("last-event-id", last_event);
        let response = within("the stream to go on", request.send()).await.unwrap();
        assert_eq!(response.status(), 200, "{response:?}");
        Events::of(response)
    }

    /// Ends the session.
    pub(crate) async fn end(&self) {
        let request = Client::new().delete(self.web.url()).bearer_auth("ada");
        let sent = self.with_headers(request).send();
        let response = within("the end of the session", sent).await.unwrap();
        assert!(response.status().is_success(), "{response:?}");
    }
}

/// The events of a stream.
pub(crate) struct Events {
    response: Response,
    text: String,
    messages: VecDeque<Value>,
    /// The id of the last event that came.
    pub(crate) last_event: Option<String>,
}

impl Events {
    pub(crate) fn of(response: Response) -> Self {
        Self {
            response,
            text: String::new(),
            messages: VecDeque::new(),
            last_event: None,
        }
    }

    /// The next message; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(message) = self.messages.pop_front() {
                return Some(message);
            }
            let chunk = within("the next event", self.response.chunk()).await;
            let chunk = chunk.unwrap()?;
            self.text += std::str::from_utf8(&chunk).unwrap();
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                for line in event.lines() {
                    if let Some(id) = line.strip_prefix("id:") {
                        self.last_event = Some(id.trim().to_owned());
                    } else if let Some(data) = line.strip_prefix("data:")
                        && !data.trim().is_empty()
                    {
                        self.messages
                            .push_back(serde_json::from_str(data.trim()).unwrap());
                    }
                }
            }
        }
    }

    /// The next question.
    pub(crate) async fn question(&mut self) -> Value {
        let message = self.next().await.expect("a question");
        assert_eq!(message["method"], "elicitation/create", "{message}");
        message
    }

    /// The next message, which is the response to the call.
    pub(crate) async fn response(&mut self) -> Value {
        let message = self.next().await.expect("a response");
        assert!(message["method"].is_null(), "{message}");
        message
    }
}
