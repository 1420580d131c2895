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
pub struct Web {
    url: String,
}

impl Web {
    /// Serves on a port of its own.
    pub async fn serve<S: ServerHandler + Clone>(server: S) -> Self {
        let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
            move || Ok(server.clone()),
            Default::default(),
            StreamableHttpServerConfig::default(),
        );
        let guard =
            SessionGuard::new(|parts: &http::request::Parts| bearer(parts).ok_or("no good token"));
        let router = axum::Router::new().route_service("/mcp", guard.layer(service));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url }
    }

    /// A post of somebody's, without its body yet.
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
        let params = &message["params"];
        let name = params["name"].as_str().or(params["uri"].as_str());
        let response = self
            .post(who)
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", message["method"].as_str().unwrap())
            .header("mcp-name", name.unwrap_or_default())
            .json(message)
            .send()
            .await
            .unwrap();
        let status = response.status().as_u16();
        (status, read(&response.text().await.unwrap()))
    }
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
fn read(body: &str) -> Value {
    let events = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok());
    serde_json::from_str(body)
        .ok()
        .or_else(|| events.into_iter().next())
        .unwrap_or_else(|| panic!("no message in {body:?}"))
}
