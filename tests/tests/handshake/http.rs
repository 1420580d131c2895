//! The same over Streamable HTTP.

use std::time::Duration;

use askback::Principal;
use askback::rmcp::SessionGuard;
use reqwest::{Client, StatusCode};
use rmcp::model::ElicitationAction;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tower_layer::Layer;

use crate::desk::{Desk, Effects};
use crate::real::{Person, call};

/// Where the server is, and what its handlers did.
struct Site {
    url: String,
    effects: Effects,
}

#[derive(Clone, Copy, PartialEq)]
enum Setup {
    /// Sessions behind a guard.
    Guarded,
    /// Sessions that anybody may post into, of one known principal.
    Unguarded,
    /// No sessions.
    Stateless,
}

impl Site {
    async fn start(setup: Setup) -> Self {
        let (server, effects) = Desk::new();
        let server = server.principal(|_| Principal::new("https://id.example.com", "ada", ""));
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(setup != Setup::Stateless);
        let service: StreamableHttpService<_, LocalSessionManager> =
            StreamableHttpService::new(move || Ok(server.clone()), Default::default(), config);
        let guard = SessionGuard::new(|_| Principal::new("https://id.example.com", "ada", ""));
        let router = match setup {
            Setup::Guarded => axum::Router::new().route_service("/mcp", guard.layer(service)),
            _ => axum::Router::new().route_service("/mcp", service),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, effects }
    }
}

#[tokio::test]
async fn a_guarded_session_carries_questions() {
    let site = Site::start(Setup::Guarded).await;
    let person = Person::who(ElicitationAction::Accept, Some(json!(true)));
    let transport = StreamableHttpClientTransport::from_uri(site.url.clone());
    let client = person
        .serve_with_lifecycle(transport, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    let result = call(&client, "gate").await;
    assert_ne!(result.is_error, Some(true), "{result:?}");
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn calls_of_a_session_wait_side_by_side() {
    let site = Site::start(Setup::Guarded).await;
    let mut person = Person::who(ElicitationAction::Accept, Some(json!(true)));
    person.after = Duration::from_millis(20);
    let transport = StreamableHttpClientTransport::from_uri(site.url.clone());
    let client = person
        .serve_with_lifecycle(transport, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    let (one, other) = tokio::join!(call(&client, "gate"), call(&client, "gate"));
    assert!(one.is_error != Some(true) && other.is_error != Some(true));
    assert_eq!(site.effects.count(), 2);
}

#[tokio::test]
async fn without_a_guard_forms_go_out_and_gates_stay_closed() {
    let site = Site::start(Setup::Unguarded).await;
    let person = Person::who(ElicitationAction::Accept, Some(json!({"severity": "low"})));
    let transport = StreamableHttpClientTransport::from_uri(site.url.clone());
    let client = person
        .serve_with_lifecycle(transport, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    let form = call(&client, "form").await;
    assert_ne!(form.is_error, Some(true), "{form:?}");
    assert_eq!(site.effects.count(), 1);
    let gate = call(&client, "gate").await;
    assert_eq!(gate.is_error, Some(true));
    let text = &gate.content[0].as_text().unwrap().text;
    assert!(text.contains("SessionGuard"), "{text}");
    assert_eq!(site.effects.count(), 1);
}

/// There is no way back to the client: it is told so at once, and nothing hangs.
#[tokio::test]
async fn without_a_session_nothing_is_asked() {
    let site = Site::start(Setup::Stateless).await;
    for (tool, declared, outcome) in [
        ("gate", json!({}), Outcome::Failed),
        ("form", json!({"elicitation": {}}), Outcome::Failed),
        ("maybe", json!({"elicitation": {}}), Outcome::Done),
    ] {
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": {}, "_meta": {
                "io.modelcontextprotocol/clientCapabilities": declared,
            }},
        });
        let answer = post(&site, &message).await;
        match outcome {
            Outcome::Failed => {
                let text = answer["result"]["content"][0]["text"].as_str().unwrap();
                assert!(text.contains("no way to ask"), "{text}");
                assert_eq!(answer["result"]["isError"], true);
            }
            Outcome::Done => assert_eq!(
                answer["result"]["content"][0]["text"],
                "unavailable unavailable unavailable unavailable"
            ),
        }
        assert_eq!(site.effects.count(), 0);
    }
}

enum Outcome {
    Failed,
    Done,
}

async fn post(site: &Site, message: &Value) -> Value {
    let response = Client::new()
        .post(&site.url)
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .json(message)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let body = response.text().await.unwrap();
    let mut messages = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok());
    messages.next().expect(&body)
}
