//! Sessions over HTTP whose guard and whose server do not mean the same people.

use askback::rmcp::SessionGuard;
use askback::{Askback, Principal};
use askback_tests::web::bearer;
use reqwest::{Client, RequestBuilder};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tower_layer::Layer;

use crate::trap::Trap;

async fn serve(trap: &Trap, guard: SessionGuard) -> String {
    let askback = Askback::builder().ephemeral_key().build().unwrap();
    let served = askback
        .wrap(trap.clone())
        .principal(|context| bearer(context.extensions.get::<http::request::Parts>()?));
    let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
        move || Ok(served.clone()),
        Default::default(),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().route_service("/mcp", guard.layer(service));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn post(url: &str, who: &str) -> RequestBuilder {
    let request = Client::new().post(url).bearer_auth(who);
    request.header("accept", "application/json, text/event-stream")
}

/// The first message of `call` in a new session of ada's that is a question or a response.
async fn first_of(url: &str, call: &Value) -> Value {
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "ada's", "version": "1" },
    } });
    let response = post(url, "ada").json(&initialize).send().await.unwrap();
    let session = response.headers()["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let in_session = || {
        let request = post(url, "ada").header("mcp-session-id", &session);
        request.header("mcp-protocol-version", "2025-11-25")
    };
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    in_session().json(&initialized).send().await.unwrap();
    let mut stream = in_session().json(call).send().await.unwrap();
    loop {
        let chunk = stream.chunk().await.unwrap().expect("a message");
        let text = String::from_utf8(chunk.to_vec()).unwrap();
        let mut events = text.lines().filter_map(|line| {
            serde_json::from_str::<Value>(line.strip_prefix("data:")?.trim()).ok()
        });
        if let Some(event) = events.next() {
            return event;
        }
    }
}

fn call() -> Value {
    json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "two_gates", "arguments": {} } })
}

/// A guard that takes everybody for one person guards nothing.
#[tokio::test]
async fn a_guard_that_means_somebody_else_is_none() {
    let trap = Trap::default();
    let url = serve(
        &trap,
        SessionGuard::new(|_| Ok::<_, String>(Principal::anonymous())),
    )
    .await;
    let came = first_of(&url, &call()).await;
    assert_eq!(came["result"]["isError"], true, "{came}");
    assert!(came.to_string().contains("SessionGuard"), "{came}");

    let url = serve(
        &trap,
        SessionGuard::new(|parts| bearer(parts).ok_or("no token")),
    )
    .await;
    assert_eq!(
        first_of(&url, &call()).await["method"],
        "elicitation/create"
    );
}
