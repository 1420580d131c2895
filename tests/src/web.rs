//! A server over Streamable HTTP, and its callers.

use askback::Principal;
use askback::rmcp::SessionGuard;
use reqwest::{Client, RequestBuilder};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tower_layer::Layer;

use crate::wire::{forms, meta, request};

/// Where a server is, with sessions behind a guard. Its callers go by their bearer tokens.
#[derive(Clone)]
pub struct Web {
    url: String,
}

/// How a server speaks.
#[derive(Clone, Copy, Debug)]
pub struct Speaks {
    /// JSON instead of an event stream where one response is all there is.
    pub json: bool,
    /// Sessions for clients of the handshake era.
    pub sessions: bool,
}

impl Speaks {
    /// As rmcp does unless told otherwise: event streams and sessions.
    pub const DEFAULT: Self = Self {
        json: false,
        sessions: true,
    };
}

impl Web {
    /// Serves on a port of its own.
    pub async fn serve<S: ServerHandler + Clone>(server: S) -> Self {
        Self::serve_as(server, Speaks::DEFAULT).await
    }

    /// Serves on a port of its own, and speaks so.
    pub async fn serve_as<S: ServerHandler + Clone>(server: S, speaks: Speaks) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_json_response(speaks.json)
            .with_legacy_session_mode(speaks.sessions);
        let service: StreamableHttpService<_, LocalSessionManager> =
            StreamableHttpService::new(move || Ok(server.clone()), Default::default(), config);
        let guard =
            SessionGuard::new(|parts: &http::request::Parts| bearer(parts).ok_or("no good token"));
        let router = axum::Router::new().route_service("/mcp", guard.layer(service));
        Self::at(serve(router).await)
    }

    /// One that is there already, perhaps behind something.
    #[must_use]
    pub fn at(url: String) -> Self {
        Self { url }
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A post of somebody's, without its body yet. Its connection is its own.
    pub fn post(&self, who: &str) -> RequestBuilder {
        let request = Client::new().post(&self.url).bearer_auth(who);
        request.header("accept", "application/json, text/event-stream")
    }

    /// A request of the modern era, by a client that declares form mode; gives the response.
    pub async fn request(&self, who: &str, method: &str, params: Value) -> Value {
        let message = request(1, method, params, meta(who, &forms()));
        self.send(who, &message).await.1
    }

    /// Sends a request of the modern era as it stands; gives the status, and the response.
    pub async fn send(&self, who: &str, message: &Value) -> (u16, Value) {
        let response = self.modern(who, message).send().await.unwrap();
        let status = response.status().as_u16();
        (status, read(&response.text().await.unwrap()))
    }

    /// The post of a request of the modern era as it stands.
    pub fn modern(&self, who: &str, message: &Value) -> RequestBuilder {
        let params = &message["params"];
        let name = params["name"].as_str().or(params["uri"].as_str());
        self.post(who)
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", message["method"].as_str().unwrap())
            .header("mcp-name", name.unwrap_or_default())
            .json(message)
    }
}

/// Serves at `/mcp` on a port of its own; gives the URL.
pub async fn serve(router: axum::Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

/// Whom a bearer token names: here the token is the name.
#[must_use]
pub fn bearer(parts: &http::request::Parts) -> Option<Principal> {
    let header = parts.headers.get("authorization")?.to_str().ok()?;
    Principal::new(
        "https://id.example.com",
        header.strip_prefix("Bearer ")?,
        "",
    )
    .ok()
}

/// The one message of a JSON or SSE body.
///
/// # Panics
///
/// When there is none.
#[must_use]
pub fn read(body: &str) -> Value {
    let events = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok());
    serde_json::from_str(body)
        .ok()
        .or_else(|| events.into_iter().next())
        .unwrap_or_else(|| panic!("no message in {body:?}"))
}
