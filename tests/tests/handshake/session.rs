//! A session of Streamable HTTP without a network, so that its time can be moved.

use std::time::Duration;

use askback::Principal;
use askback::rmcp::{GuardedService, Served, SessionGuard};
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tokio::time::Instant;
use tower_layer::Layer;
use tower_service::Service;

use crate::answers::yes;
use crate::desk::{Desk, Effects};
use crate::peer::text;

type Guarded = GuardedService<StreamableHttpService<Served<Desk>, LocalSessionManager>>;
type Body = <<Guarded as Service<Request<String>>>::Response as Unpack>::Body;

/// Names the body of a response, which rmcp does not.
trait Unpack {
    type Body;
}

impl<B> Unpack for Response<B> {
    type Body = B;
}

struct Session {
    service: Guarded,
    id: String,
    effects: Effects,
}

impl Session {
    async fn open() -> Self {
        let ada = || Principal::new("https://id.example.com", "ada", "");
        let (server, effects) = Desk::new();
        let server = server.principal(move |_| ada());
        // The stream's own comments do not keep to a time that is moved, nor a session alive.
        let config = StreamableHttpServerConfig::default().with_sse_keep_alive(None);
        let server = move || Ok(server.clone());
        let service = StreamableHttpService::new(server, Default::default(), config);
        let service = SessionGuard::new(move |_| ada()).layer(service);
        let mut session = Self {
            service,
            id: String::new(),
            effects,
        };
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"elicitation": {}},
                "clientInfo": {"name": "session", "version": "1"},
            },
        });
        let response = session.post(&initialize).await;
        let id = response.headers()["mcp-session-id"].to_str().unwrap();
        session.id = id.to_owned();
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        session.post(&initialized).await;
        session
    }

    async fn post(&mut self, message: &Value) -> Response<Body> {
        let mut request = Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25");
        if !self.id.is_empty() {
            request = request.header("mcp-session-id", &self.id);
        }
        let request = request.body(message.to_string()).unwrap();
        let response = self.service.call(request).await.unwrap();
        assert!(response.status().is_success(), "{}", response.status());
        response
    }

    async fn call(&mut self, id: u64, tool: &str) -> Messages {
        let params = json!({"name": tool, "arguments": {}});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        Messages(self.post(&call).await.into_body(), String::new())
    }

    async fn answer(&mut self, question: &Value, result: Value) -> StatusCode {
        let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
        self.post(&answer).await.status()
    }
}

/// The messages on the stream of a call.
struct Messages(Body, String);

impl Messages {
    async fn next(&mut self) -> Value {
        loop {
            while let Some((line, rest)) = self.1.split_once('\n') {
                let data = line.strip_prefix("data:").map(str::trim);
                let message = data.and_then(|data| serde_json::from_str(data).ok());
                self.1 = rest.to_owned();
                if let Some(message) = message {
                    return message;
                }
            }
            let frame = self.0.frame().await.unwrap().unwrap();
            let bytes = frame.into_data().unwrap();
            self.1.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }
}

/// rmcp ends a session that was idle for five minutes.
#[tokio::test(start_paused = true)]
async fn a_session_outlives_a_question_that_waits_for_long() {
    let mut session = Session::open().await;
    let mut messages = session.call(1, "gate").await;
    let question = messages.next().await;
    assert_eq!(question["method"], "elicitation/create");
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(540) {
        let ping = messages.next().await;
        assert_eq!(ping["method"], "ping", "{ping}");
        session.answer(&ping, json!({})).await;
    }
    session.answer(&question, yes(&question)).await;
    let response = messages.next().await;
    assert_eq!(text(&response["result"]), ("deleted", false), "{response}");
    assert_eq!(session.effects.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_has_no_effect() {
    let mut session = Session::open().await;
    let question = session.call(1, "gate").await.next().await;
    let cancel = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1},
    });
    session.post(&cancel).await;
    session.answer(&question, yes(&question)).await;

    // The session goes on.
    let mut messages = session.call(2, "gate").await;
    let question = messages.next().await;
    assert_eq!(session.effects.count(), 0);
    session.answer(&question, yes(&question)).await;
    let response = messages.next().await;
    assert_eq!(text(&response["result"]), ("deleted", false), "{response}");
    assert_eq!(session.effects.count(), 1);
}
