//! A server with a guard before it, and clients that speak plain HTTP to it.

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
pub(crate) enum Placement {
    AroundTheService,
    OnTheRouter,
}

pub(crate) struct Server {
    pub(crate) url: String,
    opened: Arc<AtomicUsize>,
    pub(crate) client: Client,
}

impl Server {
    pub(crate) async fn start(placement: Placement) -> Self {
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

    pub(crate) fn request(&self, method: Method, who: &str) -> RequestBuilder {
        self.client
            .request(method, &self.url)
            .bearer_auth(who)
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25")
    }

    pub(crate) fn in_session(&self, method: Method, who: &str, session: &str) -> RequestBuilder {
        self.request(method, who).header("mcp-session-id", session)
    }

    pub(crate) async fn post(&self, who: &str, session: &str, message: &Value) -> Response {
        self.in_session(Method::POST, who, session)
            .json(message)
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn initialize(&self, who: &str) -> String {
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

    pub(crate) fn opened(&self) -> usize {
        self.opened.load(Ordering::SeqCst)
    }
}

pub(crate) fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "test", "version": "1"},
        },
    })
}

pub(crate) fn call(id: u64, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

/// The messages of an event stream.
pub(crate) struct Messages {
    response: Response,
    text: String,
}

impl Messages {
    pub(crate) fn of(response: Response) -> Self {
        assert_eq!(response.status(), StatusCode::OK);
        Self {
            response,
            text: String::new(),
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
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

pub(crate) fn accept(question: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"sure": true}}})
}
