//! The same over HTTP, where callers differ.

use askback::rmcp::SessionGuard;
use askback::{Askback, Principal};
use reqwest::{Client, RequestBuilder};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tower_layer::Layer;

use crate::vault::Site;
use crate::wire::{accept, keys, refused, request, retry, state, table, text, yes};

struct Web {
    url: String,
}

impl Web {
    async fn serve(site: &Site) -> Self {
        let served = site.served.clone();
        let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
            move || Ok(served.clone()),
            Default::default(),
            StreamableHttpServerConfig::default(),
        );
        let guard = SessionGuard::new(|parts: &http::request::Parts| {
            let token = parts
                .headers
                .get("authorization")
                .and_then(|value| value.to_str().ok());
            let name = token
                .and_then(|token| token.strip_prefix("Bearer "))
                .ok_or("no token")?;
            Principal::new("https://id.example.com", name, "").map_err(|_| "a bad token")
        });
        let router = axum::Router::new().route_service("/mcp", guard.layer(service));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url }
    }

    fn post(&self, who: &str) -> RequestBuilder {
        let request = Client::new().post(&self.url).bearer_auth(who);
        request.header("accept", "application/json, text/event-stream")
    }

    /// A request of the modern era.
    async fn call(&self, who: &str, tool: &str, arguments: Value, retry: Value) -> Value {
        let response = self
            .post(who)
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool)
            .json(&request(1, tool, arguments, retry, who))
            .send()
            .await
            .unwrap();
        read(&response.text().await.unwrap())
    }

    async fn at_the_gate(&self, who: &str) -> String {
        let asked = self.call(who, "delete_rows", table(), json!({})).await;
        let answered = json!({ "details": accept(json!({ "reason": "the table moved" })) });
        let asked = self
            .call(who, "delete_rows", table(), retry(&state(&asked), answered))
            .await;
        assert_eq!(keys(&asked), ["confirmed"]);
        state(&asked)
    }
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

#[tokio::test]
async fn one_accept_of_the_callers_own_runs_the_effect_once() {
    let site = Site::new().told_who();
    let web = Web::serve(&site).await;
    let state = web.at_the_gate("ada").await;
    refused(
        &web.call("bob", "delete_rows", table(), retry(&state, yes()))
            .await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
    let done = web
        .call("ada", "delete_rows", table(), retry(&state, yes()))
        .await;
    assert_eq!(text(&done), "users deleted: the table moved");
    refused(
        &web.call("ada", "delete_rows", table(), retry(&state, yes()))
            .await,
        -31006,
    );
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn first_shot_answers_and_forged_states_run_nothing() {
    let site = Site::new().told_who();
    let web = Web::serve(&site).await;
    let came = web
        .call(
            "ada",
            "drop_table",
            table(),
            json!({ "inputResponses": yes() }),
        )
        .await;
    assert_eq!(keys(&came), ["confirmed"]);
    let state = web.at_the_gate("ada").await;
    refused(
        &web.call(
            "ada",
            "delete_rows",
            table(),
            retry(&format!("{state}-TAMPERED"), yes()),
        )
        .await,
        -32602,
    );
    refused(
        &web.call("ada", "purge_rows", table(), retry(&state, yes()))
            .await,
        -32602,
    );
    refused(
        &web.call(
            "ada",
            "delete_rows",
            json!({ "table": "orders" }),
            retry(&state, yes()),
        )
        .await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn over_http_somebody_has_to_be_named() {
    let site = Site::new();
    let web = Web::serve(&site).await;
    let came = web.call("ada", "drop_table", table(), json!({})).await;
    refused(&came, -32603);
    assert!(
        came["error"]["message"]
            .as_str()
            .unwrap()
            .contains(".principal("),
        "{came}"
    );
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn over_http_a_key_has_to_be_named_too() {
    let site = Site::with(|builder| builder).told_who();
    let web = Web::serve(&site).await;
    let came = web.call("ada", "drop_table", table(), json!({})).await;
    refused(&came, -32603);
    assert!(
        came["error"]["message"]
            .as_str()
            .unwrap()
            .contains("ephemeral_key"),
        "{came}"
    );
    let site = Site::with(|builder| builder.ephemeral_key()).told_who();
    let web = Web::serve(&site).await;
    assert_eq!(
        keys(&web.call("ada", "drop_table", table(), json!({})).await),
        ["confirmed"]
    );
}

#[tokio::test]
async fn a_caller_who_cannot_be_identified_is_refused() {
    let served = Askback::builder().ephemeral_key().build().unwrap();
    let site = Site::new();
    let named = served
        .wrap(site.served.get_ref().clone())
        .principal(|_| None::<Principal>);
    let site = Site {
        served: named,
        ..site
    };
    let web = Web::serve(&site).await;
    refused(
        &web.call("ada", "drop_table", table(), json!({})).await,
        -32600,
    );
    assert_eq!(site.effects.count(), 0);
}

/// A stranger who knows the session's id answers the question in it.
#[tokio::test]
async fn an_answer_into_another_persons_session_is_not_taken() {
    let site = Site::new().told_who();
    let web = Web::serve(&site).await;
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "ada's", "version": "1" },
    } });
    let response = web.post("ada").json(&initialize).send().await.unwrap();
    let session = response.headers()["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let in_session = |who: &str| {
        let request = web.post(who).header("mcp-session-id", &session);
        request.header("mcp-protocol-version", "2025-11-25")
    };
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    in_session("ada").json(&initialized).send().await.unwrap();

    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "drop_table", "arguments": table(),
    } });
    let mut stream = in_session("ada").json(&call).send().await.unwrap();
    let question = loop {
        let chunk = stream.chunk().await.unwrap().expect("a question");
        let text = String::from_utf8(chunk.to_vec()).unwrap();
        let mut events = text.lines().filter_map(|line| {
            serde_json::from_str::<Value>(line.strip_prefix("data:")?.trim()).ok()
        });
        if let Some(question) = events.find(|event| event["method"] == "elicitation/create") {
            break question;
        }
    };
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": accept(json!({ "confirm": true })) });

    let forged = in_session("bob").json(&answer).send().await.unwrap();
    assert_eq!(forged.status(), 404);
    assert_eq!(site.effects.count(), 0);
    let own = in_session("ada").json(&answer).send().await.unwrap();
    assert!(own.status().is_success());
    while stream.chunk().await.unwrap().is_some() {}
    assert_eq!(site.effects.count(), 1);
}
