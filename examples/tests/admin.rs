//! The admin server as it is deployed: another process, tokens, origins, both eras.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what must not happen in a test ends it"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

const ADA: &str = "a-token-of-at-least-32-characters";
const KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const BOB: &str = "another-token-of-32-or-more-characters";
const STRANGER: &str = "a-token-that-nobody-was-given-at-all";

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

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(arguments).env_clear();
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

impl Admin {
    fn start() -> Self {
        let mut process = command(&["--http", "127.0.0.1:0"])
            .env(
                "ADMIN_TOKENS",
                format!("https://id.example.com|ada|desktop|{ADA}, |bob||{BOB}"),
            )
            .env("ADMIN_KEYS", KEY)
            .env("ADMIN_AUDIENCE", "admin.example.com")
            .env("ADMIN_ORIGINS", "https://app.example.com:443")
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

    fn in_session(&self, token: &str, session: &str) -> RequestBuilder {
        let post = self.post(token).header("mcp-session-id", session);
        post.header("mcp-protocol-version", "2025-11-25")
    }

    fn modern(&self, token: &str, retry: Value) -> RequestBuilder {
        let post = self
            .post(token)
            .header("mcp-protocol-version", "2026-07-28");
        post.header("mcp-method", "tools/call")
            .header("mcp-name", "delete_rows")
            .json(&request(retry))
    }
}

/// `delete_rows` in the modern era.
fn request(retry: Value) -> Value {
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
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
}

/// What is sent with the call again: the state that came, and one answer.
fn retry(asked: &Value, key: &str, answer: Value) -> Value {
    let state = asked["result"]["requestState"].as_str();
    let state = state.unwrap_or_else(|| panic!("{asked}"));
    json!({ "requestState": state, "inputResponses": { key: answer } })
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

#[tokio::test]
async fn the_modern_era_deletes_after_two_rounds_for_its_own_caller() {
    let admin = Admin::start();
    let asked = read(admin.modern(ADA, json!({}))).await;
    let answer = retry(&asked, "details", details());
    let asked = read(admin.modern(ADA, answer)).await;
    let answer = retry(&asked, "confirmed", yes());
    let stolen = read(admin.modern(BOB, answer.clone())).await;
    assert_eq!(stolen["error"]["code"], -32602, "{stolen}");
    let done = read(admin.modern(ADA, answer)).await;
    assert_eq!(
        done["result"]["content"][0]["text"], "5 rows deleted for ada",
        "{done}"
    );
}

/// Opens a session and calls `delete_rows` in it; gives the session and what the call streams.
async fn call_in_session(admin: &Admin) -> (String, reqwest::Response) {
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "test", "version": "1" },
    } });
    let response = admin.post(ADA).json(&initialize).send().await.unwrap();
    let session = response.headers()["mcp-session-id"].to_str().unwrap();
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "delete_rows", "arguments": { "table": "users" },
    } });
    let stream = admin.in_session(ADA, session).json(&call).send();
    (session.to_owned(), stream.await.unwrap())
}

#[tokio::test]
async fn the_handshake_era_deletes_in_a_guarded_session() {
    let admin = Admin::start();
    let (session, mut stream) = call_in_session(&admin).await;
    let post = |token| admin.in_session(token, &session);
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
                post(BOB).json(&answer).send().await.unwrap().status(),
                StatusCode::NOT_FOUND
            );
            assert!(
                post(ADA)
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

#[cfg(unix)]
#[tokio::test]
async fn ctrl_c_ends_it_while_a_question_is_open() {
    let mut admin = Admin::start();
    let (_, mut stream) = call_in_session(&admin).await;
    let mut body = String::new();
    while !body.contains("elicitation/create") {
        let chunk = stream.chunk().await.unwrap().unwrap();
        body.push_str(&String::from_utf8_lossy(&chunk));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &admin.process.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let end = loop {
        match stream.chunk().await {
            Ok(Some(_)) => {}
            end => break end,
        }
    };
    assert!(!end.is_err_and(|error| error.is_timeout()), "it goes on");
    drop(stream);
    assert!(admin.process.wait().unwrap().success());
}

#[tokio::test]
async fn strangers_and_foreign_pages_are_turned_away() {
    let admin = Admin::start();
    let status = async |request: RequestBuilder| request.send().await.unwrap().status();
    let nobody = Client::new().post(&admin.url).json(&json!({}));
    let nobody = nobody.send().await.unwrap();
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.headers()["www-authenticate"], "Bearer");
    let call = |token| admin.modern(token, json!({}));
    assert_eq!(status(call(STRANGER)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(call("")).await, StatusCode::UNAUTHORIZED);
    let basic = Client::new().post(&admin.url).basic_auth("ada", Some(ADA));
    assert_eq!(status(basic).await, StatusCode::UNAUTHORIZED);

    for foreign in ["https://evil.example", "null"] {
        let foreign = call(ADA).header("origin", foreign);
        assert_eq!(status(foreign).await, StatusCode::FORBIDDEN);
    }
    let rebound = call(ADA).header("host", "evil.example");
    assert_eq!(status(rebound).await, StatusCode::FORBIDDEN);
    let own = call(ADA).header("origin", "https://app.example.com");
    assert_eq!(status(own).await, StatusCode::OK);
}

/// What the environment gets wrong is said before anything listens, without any of its secrets.
#[test]
fn a_wrong_environment_is_refused() {
    let ada = format!("|ada||{ADA}");
    let twice = format!("{ada},|bob||{ADA}");
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[], "nobody may call"),
        (&[("ADMIN_TOKENS", ADA)], "entry 1 is not"),
        (&[("ADMIN_TOKENS", "|ada||short-secret")], "32 characters"),
        (&[("ADMIN_TOKENS", &format!("|||{ADA}"))], "entry 1 is not"),
        (&[("ADMIN_TOKENS", &twice)], "entry 2 has"),
        (&[("ADMIN_TOKENS", &ada), ("ADMIN_KEYS", KEY)], "`audience`"),
        (
            &[("ADMIN_TOKENS", &ada), ("ADMIN_KEYS", "short-secret")],
            "not base64",
        ),
        (
            &[
                ("ADMIN_TOKENS", &ada),
                ("ADMIN_KEYS", "c2VjcmV0"),
                ("ADMIN_AUDIENCE", "a"),
            ],
            "32",
        ),
    ];
    for (environment, told) in cases {
        let output = command(&["--http", "127.0.0.1:0"])
            .envs(environment.iter().copied())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(error.contains(told), "{told}: {error}");
        for secret in [ADA, KEY, "short-secret", "c2VjcmV0"] {
            assert!(!error.contains(secret), "{error}");
        }
    }
}

#[test]
fn on_standard_input_and_output_there_is_one_local_user() {
    let mut process = command(&["--stdio"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut call = |retry: Value| -> Value {
        let request = request(retry);
        writeln!(input, "{request}").unwrap();
        serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
    };
    let asked = call(json!({}));
    let asked = call(retry(&asked, "details", details()));
    let done = call(retry(&asked, "confirmed", yes()));
    let text = &done["result"]["content"][0]["text"];
    assert_eq!(text, "5 rows deleted for the local user", "{done}");
    drop(input);
    assert!(process.wait().unwrap().success());
}
