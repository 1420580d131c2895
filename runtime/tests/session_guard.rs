//! `SessionGuard` around a real rmcp server, over HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::Principal;
use askback::rmcp::{Guarded, SessionGuard};
use http::StatusCode;
use http::request::Parts;
use reqwest::{Client, Method, RequestBuilder, Response};
use rmcp::handler::server::tool::Extension;
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema};
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{Peer, RoleServer, tool, tool_router};
use serde_json::{Value, json};
use tower_layer::Layer;

/// Counts the effects that an accepted question had.
struct Vault {
    opened: Arc<AtomicUsize>,
}

#[tool_router(server_handler)]
impl Vault {
    /// Opens the vault once the person accepts.
    #[tool]
    async fn open(&self, peer: Peer<RoleServer>) -> Result<String, String> {
        let requested_schema = ElicitationSchema::builder().required_bool("sure").build()?;
        let question = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "Open the vault?".into(),
            requested_schema,
        };
        let answer = peer
            .create_elicitation(question)
            .await
            .map_err(|error| error.to_string())?;
        if answer.action == ElicitationAction::Accept {
            self.opened.fetch_add(1, Ordering::SeqCst);
        }
        Ok("done".into())
    }

    /// Says whom the guard saw.
    #[tool]
    async fn caller(&self, Extension(parts): Extension<Parts>) -> String {
        let guarded = parts.extensions.get::<Guarded>();
        let subject = guarded.and_then(|guarded| guarded.principal().subject());
        subject.unwrap_or("nobody").to_owned()
    }
}

/// Bearer tokens are subjects here.
fn bearer(parts: &Parts) -> Result<Principal, &'static str> {
    let header = parts
        .headers
        .get(http::header::AUTHORIZATION)
        .ok_or("no authorization")?;
    let subject = header
        .to_str()
        .ok()
        .and_then(|text| text.strip_prefix("Bearer "));
    Principal::new(
        "https://id.example.com",
        subject.ok_or("no bearer token")?,
        "",
    )
    .map_err(|_| "no subject")
}

#[derive(Clone, Copy)]
enum Placement {
    AroundTheService,
    OnTheRouter,
}

struct Server {
    url: String,
    opened: Arc<AtomicUsize>,
    client: Client,
}

impl Server {
    async fn start(placement: Placement) -> Self {
        let opened = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&opened);
        let service: StreamableHttpService<Vault, LocalSessionManager> = StreamableHttpService::new(
            move || {
                Ok(Vault {
                    opened: Arc::clone(&counter),
                })
            },
            Arc::default(),
            Default::default(),
        );
        let guard = SessionGuard::new(bearer);
        let router = match placement {
            Placement::AroundTheService => {
                axum::Router::new().route_service("/mcp", guard.layer(service))
            }
            Placement::OnTheRouter => axum::Router::new()
                .route_service("/mcp", service)
                .layer(guard),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            url,
            opened,
            client: Client::new(),
        }
    }

    fn request(&self, method: Method, who: &str) -> RequestBuilder {
        self.client
            .request(method, &self.url)
            .bearer_auth(who)
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25")
    }

    fn in_session(&self, method: Method, who: &str, session: &str) -> RequestBuilder {
        self.request(method, who).header("mcp-session-id", session)
    }

    async fn post(&self, who: &str, session: &str, message: &Value) -> Response {
        self.in_session(Method::POST, who, session)
            .json(message)
            .send()
            .await
            .unwrap()
    }

    async fn initialize(&self, who: &str) -> String {
        let response = self
            .request(Method::POST, who)
            .json(&initialize())
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let session = response.headers()["mcp-session-id"]
            .to_str()
            .unwrap()
            .to_owned();
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(
            self.post(who, &session, &initialized).await.status(),
            StatusCode::ACCEPTED
        );
        session
    }

    fn opened(&self) -> usize {
        self.opened.load(Ordering::SeqCst)
    }
}

fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "test", "version": "1"},
        },
    })
}

fn call(id: u64, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// The messages of an event stream.
struct Messages {
    response: Response,
    text: String,
}

impl Messages {
    fn of(response: Response) -> Self {
        assert_eq!(response.status(), StatusCode::OK);
        Self {
            response,
            text: String::new(),
        }
    }

    async fn next(&mut self) -> Value {
        loop {
            while let Some((line, rest)) = self.text.split_once('\n') {
                let message = line
                    .strip_prefix("data:")
                    .and_then(|data| serde_json::from_str(data.trim()).ok());
                self.text = rest.to_owned();
                if let Some(message) = message {
                    return message;
                }
            }
            let chunk = self.response.chunk().await.unwrap();
            self.text += std::str::from_utf8(&chunk.expect("the stream ended")).unwrap();
        }
    }
}

fn accept(question: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"sure": true}}})
}

#[tokio::test]
async fn an_answer_posted_into_another_persons_session_is_not_heard() {
    for placement in [Placement::AroundTheService, Placement::OnTheRouter] {
        let server = Server::start(placement).await;
        let session = server.initialize("ada").await;
        let mut messages = Messages::of(server.post("ada", &session, &call(1, "open")).await);
        let question = messages.next().await;
        assert_eq!(question["method"], "elicitation/create");

        let forged = server.post("bob", &session, &accept(&question)).await;
        assert_eq!(forged.status(), StatusCode::NOT_FOUND);
        assert_eq!(server.opened(), 0);

        // The question is still open, and its owner's answer counts.
        let answered = server.post("ada", &session, &accept(&question)).await;
        assert_eq!(answered.status(), StatusCode::ACCEPTED);
        let result = messages.next().await;
        assert_eq!(result["result"]["content"][0]["text"], "done");
        assert_eq!(server.opened(), 1);
    }
}

#[tokio::test]
async fn a_session_does_not_exist_for_others() {
    let server = Server::start(Placement::OnTheRouter).await;
    let session = server.initialize("ada").await;
    let messages = [
        call(1, "caller"),
        initialize(),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}),
    ];
    for message in &messages {
        let refused = server.post("bob", &session, message).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{message}");
        assert_eq!(refused.text().await.unwrap(), "");
    }
    for method in [Method::GET, Method::DELETE] {
        let refused = server
            .in_session(method.clone(), "bob", &session)
            .send()
            .await
            .unwrap();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{method}");
    }
    // Neither does naming the era without sessions help.
    let modern = server
        .client
        .post(&server.url)
        .bearer_auth("bob")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-session-id", &session)
        .json(&messages[0]);
    assert_eq!(modern.send().await.unwrap().status(), StatusCode::NOT_FOUND);

    // It is as good as new for its owner.
    let mut answer = Messages::of(server.post("ada", &session, &call(2, "caller")).await);
    assert_eq!(answer.next().await["result"]["content"][0]["text"], "ada");
    let stream = server
        .in_session(Method::GET, "ada", &session)
        .send()
        .await
        .unwrap();
    assert_eq!(stream.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_session_ends_with_its_owners_delete() {
    let server = Server::start(Placement::AroundTheService).await;
    let session = server.initialize("ada").await;
    let delete = |who: &'static str| server.in_session(Method::DELETE, who, &session).send();
    assert_eq!(delete("bob").await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(delete("ada").await.unwrap().status(), StatusCode::ACCEPTED);
    for who in ["ada", "bob"] {
        let late = server.post(who, &session, &call(1, "caller")).await;
        assert_eq!(late.status(), StatusCode::NOT_FOUND, "{who}");
    }
}

#[tokio::test]
async fn everyone_has_their_own_session() {
    let server = Server::start(Placement::OnTheRouter).await;
    let (ada, bob) = (
        server.initialize("ada").await,
        server.initialize("bob").await,
    );
    assert_ne!(ada, bob);
    for (who, session) in [("ada", &ada), ("bob", &bob)] {
        let mut answer = Messages::of(server.post(who, session, &call(1, "caller")).await);
        assert_eq!(answer.next().await["result"]["content"][0]["text"], who);
    }
    assert_eq!(
        server.post("ada", &bob, &call(2, "caller")).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn who_cannot_be_identified_gets_in_nowhere() {
    let server = Server::start(Placement::OnTheRouter).await;
    let session = server.initialize("ada").await;
    let request = || {
        server
            .client
            .post(&server.url)
            .header("accept", "application/json, text/event-stream")
    };
    for request in [
        request().json(&initialize()),
        request()
            .header("mcp-session-id", &session)
            .json(&call(1, "caller")),
        request()
            .header("authorization", "Basic YWRhOg==")
            .json(&initialize()),
        request()
            .header("authorization", "Bearer ")
            .json(&initialize()),
    ] {
        let refused = request.send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(refused.headers()["www-authenticate"], "Bearer");
    }
}

#[tokio::test]
async fn session_ids_that_are_unknown_or_more_than_one_are_refused() {
    let server = Server::start(Placement::OnTheRouter).await;
    let (ada, bob) = (
        server.initialize("ada").await,
        server.initialize("bob").await,
    );
    for unknown in [
        "x",
        "00000000-0000-0000-0000-000000000000",
        &ada.to_uppercase(),
        "",
    ] {
        let refused = server.post("ada", unknown, &call(1, "caller")).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
    let two = server
        .in_session(Method::POST, "ada", &ada)
        .header("mcp-session-id", &bob);
    let refused = two.json(&call(1, "caller")).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let opaque = http::HeaderValue::from_bytes(b"\xff\xfe").unwrap();
    let refused = server
        .request(Method::POST, "ada")
        .header("mcp-session-id", opaque);
    let refused = refused.json(&initialize()).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_era_without_sessions_passes() {
    let server = Server::start(Placement::OnTheRouter).await;
    let mut message = call(1, "caller");
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for stale_session in [None, Some("left-over")] {
        let mut request = server
            .client
            .post(&server.url)
            .bearer_auth("ada")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "caller");
        if let Some(session) = stale_session {
            request = request.header("mcp-session-id", session);
        }
        let response = request.json(&message).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert!(!response.headers().contains_key("mcp-session-id"));
        let text = response.text().await.unwrap();
        assert!(text.contains(r#""text":"ada""#), "{text}");
    }
}
