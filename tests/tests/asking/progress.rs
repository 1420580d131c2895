//! Progress on the wire: every message that a request brings, in the order in which they come.

use askback_tests::accept;
use askback_tests::peer::Peer;
use askback_tests::web::{Web, bearer};
use askback_tests::wire::{Wire, forms, meta, request, retry, state};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::factory::Factory;

fn update(token: &Value, completed: f64, total: Value, message: &str) -> Value {
    let mut params = json!({
        "progressToken": token,
        "progress": completed,
        "total": total,
        "message": message,
    });
    if total.is_null() {
        params.as_object_mut().unwrap().remove("total");
    }
    json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params })
}

/// The steps that a request is told of, before its response.
fn steps(token: &Value, count: u32) -> Vec<Value> {
    let each = (1..=count).map(f64::from);
    each.map(|at| update(token, at, json!(f64::from(count)), &format!("step {at}")))
        .collect()
}

/// One client of either era; every request carries this token, or none.
enum Client {
    Modern(Wire, u64),
    Handshake(Peer),
}

impl Client {
    async fn both<S: ServerHandler + Clone>(server: S) -> [Self; 2] {
        let peer = Peer::connect(server.clone(), NOVEMBER).await;
        [Self::Modern(Wire::to(server), 0), Self::Handshake(peer)]
    }

    /// Sends a request, and gives its id.
    async fn send(&mut self, method: &str, mut params: Value, token: &Value) -> u64 {
        let mut meta = meta("ada", &forms());
        if !token.is_null() {
            meta["progressToken"] = token.clone();
        }
        match self {
            Self::Modern(wire, id) => {
                *id += 1;
                wire.put(&request(*id, method, params, meta)).await;
                *id
            }
            Self::Handshake(peer) => {
                if !token.is_null() {
                    params["_meta"] = json!({ "progressToken": token });
                }
                peer.request(method, params).await
            }
        }
    }

    /// The next message.
    async fn next(&mut self) -> Value {
        match self {
            Self::Modern(wire, _) => wire.next().await,
            Self::Handshake(peer) => peer.next().await,
        }
    }

    /// Sends a request, and gives what comes up to its response, and the response.
    async fn request(&mut self, method: &str, params: Value, token: &Value) -> (Vec<Value>, Value) {
        let id = self.send(method, params, token).await;
        let mut told = Vec::new();
        loop {
            let message = self.next().await;
            if message["method"] == "elicitation/create" {
                let Self::Handshake(peer) = self else {
                    panic!("{message}");
                };
                peer.answer(&message, accept(json!({ "steps": 2 }))).await;
            } else if message["id"] == id {
                return (told, message);
            } else {
                told.push(message);
            }
        }
    }

    async fn call(&mut self, tool: &str, token: &Value) -> (Vec<Value>, Value) {
        self.request("tools/call", self::tool(tool), token).await
    }
}

fn tool(name: &str) -> Value {
    json!({ "name": name, "arguments": {} })
}

#[tokio::test]
async fn every_update_comes_before_the_response_and_bears_the_token() {
    for mut client in Client::both(Factory::served()).await {
        for token in [json!("t-1"), json!(7), json!("")] {
            // Often, since a response that overtakes the last update does so by chance.
            for _ in 0..20 {
                let (told, response) = client.call("work", &token).await;
                assert_eq!(told, steps(&token, 3));
                assert_eq!(response["result"]["content"][0]["text"], "worked");
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_sent_no_token_is_told_nothing() {
    for mut client in Client::both(Factory::served()).await {
        for tool in ["work", "plan", "fail"] {
            assert_eq!(client.call(tool, &Value::Null).await.0, [] as [Value; 0]);
        }
    }
}

#[tokio::test]
async fn prompts_and_driven_methods_report_too() {
    let factory = Factory::new();
    // `drive` works without the wrapper too.
    let bare = Client::both(factory.clone()).await;
    let resource = ("resources/read", json!({ "uri": "file:///x" }));
    let prompt = ("prompts/get", json!({ "name": "report" }));
    for mut client in bare {
        for _ in 0..20 {
            let (method, params) = resource.clone();
            let (told, response) = client.request(method, params, &json!(1)).await;
            assert_eq!(told, steps(&json!(1), 3), "{response}");
        }
    }
    let wrapped = factory.askback.clone().wrap(factory);
    for mut client in Client::both(wrapped).await {
        for (method, params) in [&resource, &prompt] {
            for _ in 0..20 {
                let (told, response) = client.request(method, params.clone(), &json!(1)).await;
                assert_eq!(told, steps(&json!(1), 3), "{response}");
            }
        }
    }
}

#[tokio::test]
async fn each_round_reports_to_its_own_request() {
    let planning = |token: &Value| update(token, 0.0, Value::Null, "planning");
    let [mut modern, mut handshake] = Client::both(Factory::served()).await;
    let (first, second) = (json!("first"), json!("second"));

    let (told, asked) = modern.call("plan", &first).await;
    assert_eq!(told, [planning(&first)]);
    let answer = json!({ "pace": accept(json!({ "steps": 2 })) });
    let mut params = json!({ "name": "plan", "arguments": {} });
    for (name, value) in retry(&state(&asked), answer).as_object().unwrap() {
        params[name] = value.clone();
    }
    let (told, response) = modern.request("tools/call", params, &second).await;
    let mut expected = vec![planning(&second)];
    expected.extend(steps(&second, 2));
    assert_eq!(told, expected, "{response}");

    let (told, response) = handshake.call("plan", &first).await;
    let mut expected = vec![planning(&first)];
    expected.extend(steps(&first, 2));
    assert_eq!(told, expected, "{response}");
}

#[tokio::test]
async fn what_goes_wrong_with_progress_changes_no_result() {
    for mut client in Client::both(Factory::served()).await {
        let (told, response) = client.call("stumble", &json!(1)).await;
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(response["result"]["content"][0]["text"], "2 faults");
        assert!(response["result"]["isError"] != true);
    }
}

#[tokio::test]
async fn a_failure_keeps_what_was_told_before_it() {
    for mut client in Client::both(Factory::served()).await {
        let (told, response) = client.call("fail", &json!(1)).await;
        assert_eq!(told, [update(&json!(1), 1.0, Value::Null, "about to fail")]);
        assert_eq!(response["result"]["isError"], true);
    }
}

#[tokio::test]
async fn while_one_update_is_on_its_way_only_the_newest_is_kept() {
    for mut client in Client::both(Factory::served()).await {
        let (told, _) = client.call("hurry", &json!(1)).await;
        let mut steps = steps(&json!(1), 10);
        steps.drain(1..9);
        assert_eq!(told, steps);
    }
}

#[tokio::test]
async fn a_request_that_was_cancelled_is_told_nothing_more() {
    for mut client in Client::both(Factory::served()).await {
        for cancels in [false, true] {
            let id = client.send("tools/call", tool("wait"), &json!("t")).await;
            let waiting = client.next().await;
            assert_eq!(waiting, update(&json!("t"), 1.0, Value::Null, "waiting"));
            if cancels {
                let params = json!({ "requestId": id });
                let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
                match &mut client {
                    Client::Modern(wire, _) => wire.put(&cancel).await,
                    Client::Handshake(peer) => peer.cancel(id).await,
                }
            }
            let release = client
                .send("tools/call", tool("release"), &Value::Null)
                .await;
            let mut told = Vec::new();
            loop {
                let message = client.next().await;
                if message["id"] == release {
                    break;
                }
                told.push(message);
            }
            let released = update(&json!("t"), 2.0, Value::Null, "released");
            assert_eq!(told.contains(&released), !cancels, "{told:?}");
        }
    }
}

#[tokio::test]
async fn another_task_may_report_as_well() {
    for mut client in Client::both(Factory::served()).await {
        let (told, _) = client.call("delegate", &json!(1)).await;
        assert_eq!(told, steps(&json!(1), 3));
    }
}

#[tokio::test]
async fn over_http_progress_comes_on_the_stream_of_its_request() {
    let served = Factory::served().principal(|context: &RequestContext<RoleServer>| {
        bearer(context.extensions.get::<http::request::Parts>()?)
    });
    let web = Web::serve(served).await;
    for tool in ["work", "delegate"] {
        let mut meta = meta("ada", &forms());
        meta["progressToken"] = json!("t");
        let params = json!({ "name": tool, "arguments": {} });
        let message = request(1, "tools/call", params, meta);
        let modern = web
            .post("ada")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool)
            .json(&message);
        told_on_one_stream(modern).await;

        let initialize = json!({
            "protocolVersion": NOVEMBER,
            "capabilities": {},
            "clientInfo": { "name": "peer", "version": "1" },
        });
        let initialize =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize });
        let session = web.post("ada").json(&initialize).send().await.unwrap();
        let session = session.headers()["mcp-session-id"].clone();
        let post = || web.post("ada").header("mcp-session-id", session.clone());
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        post().json(&initialized).send().await.unwrap();
        let params = json!({ "name": tool, "arguments": {}, "_meta": { "progressToken": "t" } });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        told_on_one_stream(post().json(&message)).await;
    }
}

/// Whether the response to a post has the steps, and after them the result.
async fn told_on_one_stream(post: reqwest::RequestBuilder) {
    let body = post.send().await.unwrap().text().await.unwrap();
    let events = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok());
    let mut events: Vec<Value> = events.collect();
    let response = events.pop().unwrap();
    assert_eq!(response["result"]["content"][0]["text"], "worked", "{body}");
    assert_eq!(events, steps(&json!("t"), 3), "{body}");
}
