//! A gate by hand in the handshake era: the very same methods.

use std::sync::atomic::Ordering;

use askback::GateError::{Cancelled, Declined, Failed};
use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::vault::{Site, users};

fn yes() -> Value {
    accept(json!({ "confirm": true }))
}

async fn call(peer: &mut Peer, tool: &str) -> u64 {
    let params = json!({ "name": tool, "arguments": users() });
    peer.request("tools/call", params).await
}

#[tokio::test]
async fn an_accept_opens_it_once() {
    for tool in ["drop", "purge", "twice"] {
        let site = Site::new();
        let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
        let id = call(&mut peer, tool).await;
        let question = peer.question().await;
        assert_eq!(question["method"], "elicitation/create");
        peer.answer(&question, yes()).await;
        let result = peer.result(id).await;
        assert!(!text(&result).1, "{result}");
        assert_eq!(site.effects().count(), 1);
    }
}

#[tokio::test]
async fn prompts_and_resources_have_gates_too() {
    for (method, params) in [
        (
            "prompts/get",
            json!({ "name": "summary", "arguments": users() }),
        ),
        ("resources/read", json!({ "uri": "vault://users" })),
    ] {
        let site = Site::new();
        let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
        let id = peer.request(method, params.clone()).await;
        let question = peer.question().await;
        peer.answer(&question, yes()).await;
        peer.result(id).await;
        assert_eq!(site.effects().count(), 1);
        let id = peer.request(method, params).await;
        let question = peer.question().await;
        peer.answer(&question, json!({ "action": "cancel" })).await;
        assert_eq!(peer.response(id).await["error"]["code"], -31002);
        assert_eq!(site.effects().count(), 1);
    }
}

#[tokio::test]
async fn a_refusal_leaves_it_shut() {
    for (answer, error) in [
        (json!({ "action": "decline" }), Declined),
        (accept(json!({ "confirm": false })), Declined),
        (json!({ "action": "cancel" }), Cancelled),
        (accept(json!({})), Failed),
    ] {
        let site = Site::new();
        let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
        let id = call(&mut peer, "purge").await;
        let question = peer.question().await;
        peer.answer(&question, answer).await;
        assert_eq!(text(&peer.result(id).await), (&*error.to_string(), true));
        assert_eq!(site.effects().count(), 0);
    }
}

#[tokio::test]
async fn a_leg_that_fails_is_no_answer() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    let id = call(&mut peer, "drop").await;
    let question = peer.question().await;
    peer.fail(&question, -32603).await;
    let question = peer.question().await;
    assert_eq!(site.effects().count(), 0);
    peer.answer(&question, yes()).await;
    assert_eq!(text(&peer.result(id).await), ("done", false));
    assert_eq!(site.effects().count(), 1);
}

#[tokio::test]
async fn what_changed_is_asked_again() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    let id = call(&mut peer, "drop").await;
    let question = peer.question().await;
    site.vault.rows.store(5, Ordering::SeqCst);
    peer.answer(&question, yes()).await;
    let question = peer.question().await;
    assert_eq!(question["params"]["message"], "Drop `users` with 5 rows?");
    assert_eq!(site.effects().count(), 0);
    peer.answer(&question, yes()).await;
    assert_eq!(text(&peer.result(id).await), ("done", false));
}

#[tokio::test]
async fn retry_fields_that_the_peer_makes_up_count_for_nothing() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    for state in [json!("mine"), Value::Null] {
        let params = json!({
            "name": "purge", "arguments": users(), "requestState": state,
            "inputResponses": { "confirmed": yes() },
        });
        let id = peer.request("tools/call", params).await;
        let question = peer.question().await;
        peer.answer(&question, json!({ "action": "decline" })).await;
        assert!(text(&peer.result(id).await).1);
    }
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn a_cancelled_call_opens_nothing() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    let id = call(&mut peer, "purge").await;
    let question = peer.question().await;
    peer.cancel(id).await;
    peer.answer(&question, yes()).await;
    let list = peer.request("tools/list", json!({})).await;
    while peer.next().await["id"] != list {}
    assert_eq!(site.effects().count(), 0);
}

#[tokio::test]
async fn three_declines_close_it() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    for _ in 0..3 {
        let id = call(&mut peer, "purge").await;
        let question = peer.question().await;
        peer.answer(&question, json!({ "action": "decline" })).await;
        peer.result(id).await;
    }
    let id = call(&mut peer, "purge").await;
    assert_eq!(peer.response(id).await["error"]["code"], -31001);
}

/// What was answered beside a leg that failed is kept for the next round; but not an accept that has had its effect.
#[tokio::test]
async fn an_accept_that_was_used_is_asked_for_again() {
    let site = Site::new();
    let mut peer = Peer::connect(site.served.clone(), NOVEMBER).await;
    call(&mut peer, "more").await;
    for effects in [1, 2] {
        let question = peer.question().await;
        assert_eq!(question["params"]["message"], "Purge `users`?");
        peer.answer(&question, yes()).await;
        let note = peer.question().await;
        assert_eq!(note["params"]["message"], "A note?");
        peer.fail(&note, -32603).await;
        while site.effects().count() < effects {
            tokio::task::yield_now().await;
        }
        assert_eq!(site.effects().count(), effects);
    }
}

/// Whoever knows a session's id could answer into it.
#[tokio::test]
async fn without_a_guard_it_stays_shut_over_http() {
    let site = Site::new();
    let served = site.served.clone();
    let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
        move || Ok(served.clone()),
        Default::default(),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().route_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });

    let capabilities = ClientCapabilities::builder().enable_elicitation().build();
    let mut config = ClientConfig::new(capabilities, Implementation::new("client", "1"));
    config.protocol_version = ProtocolVersion::V_2025_11_25;
    let transport = StreamableHttpClientTransport::from_config(
        StreamableHttpClientTransportConfig::with_uri(url).auth_header("ada"),
    );
    let client = config
        .serve_with_lifecycle(transport, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    let arguments = users().as_object().cloned().unwrap();
    let request = CallToolRequestParams::new("purge").with_arguments(arguments);
    let error = client.call_tool(request).await.unwrap_err().to_string();
    assert!(error.contains("SessionGuard"), "{error}");
    assert_eq!(site.effects().count(), 0);
}
