//! Streamable HTTP without a network, so that its time can be moved. Callers go by their bearer tokens.

use askback::rmcp::{GuardedService, Served, SessionGuard};
use askback_tests::web::bearer;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tower_layer::Layer;
use tower_service::Service;

use crate::NOVEMBER;
use crate::desk::{Desk, Effects};

pub(crate) type Plain = StreamableHttpService<Served<Desk>, LocalSessionManager>;
pub(crate) type Body = <<Plain as Service<Request<String>>>::Response as Unpack>::Body;

/// Names the body of a response, which rmcp does not.
pub(crate) trait Unpack {
    type Body;
}

impl<B> Unpack for Response<B> {
    type Body = B;
}

/// How a server is deployed.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) guard: bool,
    pub(crate) sessions: bool,
    pub(crate) json: bool,
}

impl Setup {
    /// As it should be.
    pub(crate) const GUARDED: Self = Self {
        guard: true,
        sessions: true,
        json: false,
    };
}

#[derive(Clone)]
enum Door {
    Guarded(GuardedService<Plain>),
    Open(Plain),
}

/// A server with a principal for each bearer token.
#[derive(Clone)]
pub(crate) struct Site {
    door: Door,
    pub(crate) effects: Effects,
}

impl Site {
    pub(crate) fn new(setup: Setup) -> Self {
        Self::of(Desk::new(), setup)
    }

    pub(crate) fn of((server, effects): (Served<Desk>, Effects), setup: Setup) -> Self {
        let server = server.principal(|context| context.extensions.get::<Parts>().and_then(bearer));
        let config = StreamableHttpServerConfig::default()
            // The stream's own comments do not keep to a time that is moved, nor a session alive.
            .with_sse_keep_alive(None)
            .with_legacy_session_mode(setup.sessions)
            .with_json_response(setup.json);
        let server = move || Ok(server.clone());
        let plain = StreamableHttpService::new(server, Default::default(), config);
        let guard = SessionGuard::new(|parts: &Parts| bearer(parts).ok_or("no good token"));
        let door = match setup.guard {
            true => Door::Guarded(guard.layer(plain)),
            false => Door::Open(plain),
        };
        Self { door, effects }
    }

    /// Sends a message of the handshake era, if there is one, into a session, if there is one.
    pub(crate) async fn send(
        &self,
        who: &str,
        session: Option<&str>,
        method: &str,
        message: Option<&Value>,
    ) -> Response<Body> {
        let mut request = Request::builder()
            .method(method)
            .uri("http://localhost/mcp")
            .header("host", "localhost")
            .header("authorization", format!("Bearer {who}"))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", NOVEMBER);
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        let body = message.map(Value::to_string).unwrap_or_default();
        let request = request.body(body).unwrap();
        match self.door.clone() {
            Door::Guarded(mut service) => service.call(request).await.unwrap(),
            Door::Open(mut service) => service.call(request).await.unwrap(),
        }
    }

    /// A session of somebody's, by a client that declares form mode.
    pub(crate) async fn session(&self, who: &str) -> Session {
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": NOVEMBER,
                "capabilities": {"elicitation": {}},
                "clientInfo": {"name": "session", "version": "1"},
            },
        });
        let response = self.send(who, None, "POST", Some(&initialize)).await;
        let id = response.headers()["mcp-session-id"].to_str().unwrap();
        let session = Session {
            site: self.clone(),
            who: who.to_owned(),
            id: id.to_owned(),
        };
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(session.post(&initialized).await.status(), 202);
        session
    }
}

/// A session, and who has made it.
pub(crate) struct Session {
    site: Site,
    who: String,
    pub(crate) id: String,
}

impl Session {
    pub(crate) async fn post(&self, message: &Value) -> Response<Body> {
        let session = Some(&*self.id);
        self.site
            .send(&self.who, session, "POST", Some(message))
            .await
    }

    /// Calls a tool; gives what comes back on the call's own stream.
    pub(crate) async fn call(&self, id: u64, tool: &str) -> Messages {
        self.request(&call(id, tool)).await
    }

    pub(crate) async fn request(&self, request: &Value) -> Messages {
        let response = self.post(request).await;
        assert_eq!(response.status(), 200);
        Messages(response.into_body(), String::new())
    }

    pub(crate) async fn answer(&self, question: &Value, result: Value) -> StatusCode {
        self.post(&answer(question, result)).await.status()
    }

    /// Answers with an error.
    pub(crate) async fn fail(&self, question: &Value, code: i64) -> StatusCode {
        let error = json!({"code": code, "message": "no such thing"});
        let answer = json!({"jsonrpc": "2.0", "id": question["id"], "error": error});
        self.post(&answer).await.status()
    }

    pub(crate) async fn end(&self) {
        let session = Some(&*self.id);
        let ended = self.site.send(&self.who, session, "DELETE", None).await;
        assert!(ended.status().is_success(), "{}", ended.status());
    }
}

/// A call of a tool without arguments.
pub(crate) fn call(id: u64, tool: &str) -> Value {
    let params = json!({"name": tool, "arguments": {}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

pub(crate) fn answer(question: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": result})
}

/// The messages of a response: on the stream of a call, or the one message of a JSON body.
pub(crate) struct Messages(Body, String);

impl Messages {
    pub(crate) fn of(response: Response<Body>) -> Self {
        Self(response.into_body(), String::new())
    }

    /// `None`: the stream has ended.
    pub(crate) async fn try_next(&mut self) -> Option<Value> {
        loop {
            while let Some((line, rest)) = self.1.split_once('\n') {
                let data = line.strip_prefix("data:").map(str::trim);
                let message = data.and_then(|data| serde_json::from_str(data).ok());
                self.1 = rest.to_owned();
                if message.is_some() {
                    return message;
                }
            }
            let Some(frame) = self.0.frame().await else {
                return serde_json::from_str(&std::mem::take(&mut self.1)).ok();
            };
            let bytes = frame.unwrap().into_data().unwrap();
            self.1.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        self.try_next().await.expect("one more message")
    }

    /// The next message, which has to be a question.
    pub(crate) async fn question(&mut self) -> Value {
        let message = self.next().await;
        assert_eq!(message["method"], "elicitation/create", "{message}");
        message
    }

    /// The next message, which has to be the result of this call.
    pub(crate) async fn result(&mut self, call: u64) -> Value {
        let mut response = self.next().await;
        assert_eq!(response["id"], call, "{response}");
        assert!(response["error"].is_null(), "{response}");
        response["result"].take()
    }
}
