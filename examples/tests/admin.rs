//! The admin server as it is deployed: another process, tokens, origins, both eras.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what must not happen in a test ends it"
)]

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// The server, stopped by its process id when the test ends, however it ends.
struct Admin {
    process: Child,
    url: String,
}

impl Drop for Admin {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// cargo builds the examples with the tests, next to them.
fn binary() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let binary = test
        .parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples/admin");
    assert!(
        binary.exists(),
        "the example is not built: run `cargo test`, or `cargo build --examples` first"
    );
    binary
}

impl Admin {
    fn start() -> Self {
        let mut process = Command::new(binary())
            .args(["--http", "127.0.0.1:0"])
            .env("ADMIN_TOKENS", "s3cret=ada,0ther=bob")
            .env("ADMIN_KEYS", "0123456789abcdef0123456789abcdef")
            .env("ADMIN_ORIGINS", "https://app.example.com:443")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line
            .trim()
            .strip_prefix("listening on ")
            .unwrap_or_else(|| panic!("{line:?}"));
        Self {
            url: url.to_owned(),
            process,
        }
    }

    fn post(&self, token: &str) -> RequestBuilder {
        let post = Client::new().post(&self.url).bearer_auth(token);
        post.header("accept", "application/json, text/event-stream")
            .timeout(std::time::Duration::from_secs(30))
    }

    /// `delete_rows` in the modern era.
    fn modern(&self, token: &str, retry: Value) -> RequestBuilder {
        let mut params = json!({
            "name": "delete_rows", "arguments": { "table": "users" },
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
            },
        });
        for (name, value) in retry.as_object().unwrap() {
            params[name] = value.clone();
        }
        let post = self
            .post(token)
            .header("mcp-protocol-version", "2026-07-28");
        post.header("mcp-method", "tools/call")
            .header("mcp-name", "delete_rows")
            .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }))
    }
}

fn details() -> Value {
    json!({ "action": "accept", "content": { "reason": "the table moved", "severity": "Low" } })
}

fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

/// The messages of a JSON or SSE body.
fn messages(body: &str) -> Vec<Value> {
    let events = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok());
    serde_json::from_str(body).map_or_else(|_| events.collect(), |message| vec![message])
}

async fn read(request: RequestBuilder) -> Value {
    let body = request.send().await.unwrap().text().await.unwrap();
    messages(&body)
        .pop()
        .unwrap_or_else(|| panic!("no message in {body:?}"))
}

fn state(response: &Value) -> String {
    response["result"]["requestState"]
        .as_str()
        .unwrap_or_else(|| panic!("{response}"))
        .to_owned()
}

#[tokio::test]
async fn the_modern_era_deletes_after_two_rounds_for_its_own_caller() {
    let admin = Admin::start();
    let asked = read(admin.modern("s3cret", json!({}))).await;
    let answer =
        json!({ "requestState": state(&asked), "inputResponses": { "details": details() } });
    let asked = read(admin.modern("s3cret", answer)).await;
    let answer = json!({ "requestState": state(&asked), "inputResponses": { "confirmed": yes() } });
    let stolen = read(admin.modern("0ther", answer.clone())).await;
    assert_eq!(stolen["error"]["code"], -32602, "{stolen}");
    let done = read(admin.modern("s3cret", answer)).await;
    assert_eq!(
        done["result"]["content"][0]["text"], "5 rows deleted for ada",
        "{done}"
    );
}

#[tokio::test]
async fn the_handshake_era_deletes_in_a_guarded_session() {
    let admin = Admin::start();
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "test", "version": "1" },
    } });
    let response = admin.post("s3cret").json(&initialize).send().await.unwrap();
    let session = response.headers()["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let post = |token| {
        let post = admin.post(token).header("mcp-session-id", &session);
        post.header("mcp-protocol-version", "2025-11-25")
    };
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "delete_rows", "arguments": { "table": "users" },
    } });
    let mut stream = post("s3cret").json(&call).send().await.unwrap();
    let mut body = String::new();
    let mut answers = [details(), yes()].into_iter();
    let mut answered = 0;
    while let Some(chunk) = stream.chunk().await.unwrap() {
        body.push_str(&String::from_utf8_lossy(&chunk));
        let questions = messages(&body)
            .into_iter()
            .filter(|message| message["method"] == "elicitation/create");
        for question in questions.skip(answered) {
            answered += 1;
            let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answers.next().unwrap() });
            assert_eq!(
                post("0ther").json(&answer).send().await.unwrap().status(),
                StatusCode::NOT_FOUND
            );
            assert!(
                post("s3cret")
                    .json(&answer)
                    .send()
                    .await
                    .unwrap()
                    .status()
                    .is_success()
            );
        }
    }
    assert_eq!(answered, 2);
    assert!(body.contains("5 rows deleted for ada"), "{body}");
}

#[tokio::test]
async fn strangers_and_foreign_pages_are_turned_away() {
    let admin = Admin::start();
    let wrong = admin.modern("guess", json!({})).send().await.unwrap();
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let foreign = admin
        .modern("s3cret", json!({}))
        .header("origin", "https://evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let own = admin
        .modern("s3cret", json!({}))
        .header("origin", "https://app.example.com")
        .send()
        .await
        .unwrap();
    assert_eq!(own.status(), StatusCode::OK);
}
