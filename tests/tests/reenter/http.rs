//! The handshake era over Streamable HTTP.

use askback::Principal;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};

use crate::plain::{Came, Plain};

async fn serve(sessions: bool) -> (String, Plain) {
    let (server, plain) = Plain::serve();
    let server = server.principal(|_| Principal::new("https://id.example.com", "ada", ""));
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(sessions);
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(server.clone()), Default::default(), config);
    let router = axum::Router::new().route_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, plain)
}

/// Fills in the only field.
#[derive(Clone)]
struct Person;

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let mut info = ClientConfig::new(capabilities, Implementation::new("person", "1"));
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        info
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let mut result = ElicitResult::new(ElicitationAction::Accept);
        result.content = Some(json!({ "name": "Ada" }));
        Ok(result)
    }
}

#[tokio::test]
async fn a_session_carries_the_questions_of_a_result() {
    let (url, plain) = serve(true).await;
    let transport = StreamableHttpClientTransport::from_uri(url);
    let client = Person
        .serve_with_lifecycle(transport, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    let result = client
        .call_tool(CallToolRequestParams::new("once"))
        .await
        .unwrap();
    assert_ne!(result.is_error, Some(true), "{result:?}");
    let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
    let again = Came::again(Some("here"), json!({ "name": answer }));
    assert_eq!(plain.calls(), [Came::first(), again]);
}

#[tokio::test]
async fn without_a_session_it_is_over_at_once() {
    let (url, plain) = serve(false).await;
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "once", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        } },
    });
    let response = reqwest::Client::new()
        .post(url)
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .json(&message)
        .send()
        .await
        .unwrap();
    let body = response.text().await.unwrap();
    let mut messages = body
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data:")?.trim()).ok());
    let answer = messages.next().expect(&body);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("no way to ask"), "{answer}");
    assert_eq!(plain.calls(), [Came::first()]);
}
