//! The same over HTTP, where callers differ.

use askback::{Askback, Principal};
use askback_tests::accept;
use askback_tests::web::Web;
use askback_tests::wire::{keys, refused, retry, state, text, tool_params};
use serde_json::{Value, json};

use crate::vault::{Site, details, table, yes};

async fn call(web: &Web, who: &str, tool: &str, retry: Value) -> Value {
    let params = tool_params(tool, table(), retry);
    web.request(who, "tools/call", params).await
}

async fn at_the_gate(web: &Web, who: &str) -> String {
    let asked = call(web, who, "delete_rows", json!({})).await;
    let asked = call(web, who, "delete_rows", retry(&state(&asked), details())).await;
    assert_eq!(keys(&asked), ["confirmed"]);
    state(&asked)
}

#[tokio::test]
async fn one_accept_of_the_callers_own_runs_the_effect_once() {
    let site = Site::new().told_who();
    let web = Web::serve(site.served.clone()).await;
    let state = at_the_gate(&web, "ada").await;
    refused(
        &call(&web, "bob", "delete_rows", retry(&state, yes())).await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
    let done = call(&web, "ada", "delete_rows", retry(&state, yes())).await;
    assert_eq!(text(&done), "users deleted: the table moved");
    refused(
        &call(&web, "ada", "delete_rows", retry(&state, yes())).await,
        -31006,
    );
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn first_shot_answers_and_forged_states_run_nothing() {
    let site = Site::new().told_who();
    let web = Web::serve(site.served.clone()).await;
    let came = call(
        &web,
        "ada",
        "drop_table",
        json!({ "inputResponses": yes() }),
    )
    .await;
    assert_eq!(keys(&came), ["confirmed"]);
    let state = at_the_gate(&web, "ada").await;
    refused(
        &call(
            &web,
            "ada",
            "delete_rows",
            retry(&format!("{state}-TAMPERED"), yes()),
        )
        .await,
        -32602,
    );
    refused(
        &call(&web, "ada", "purge_rows", retry(&state, yes())).await,
        -32602,
    );
    refused(
        &web.request(
            "ada",
            "tools/call",
            tool_params(
                "delete_rows",
                json!({ "table": "orders" }),
                retry(&state, yes()),
            ),
        )
        .await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn over_http_somebody_has_to_be_named() {
    let site = Site::new();
    let web = Web::serve(site.served.clone()).await;
    let came = call(&web, "ada", "drop_table", json!({})).await;
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
    let web = Web::serve(site.served.clone()).await;
    let came = call(&web, "ada", "drop_table", json!({})).await;
    refused(&came, -32603);
    assert!(
        came["error"]["message"]
            .as_str()
            .unwrap()
            .contains("ephemeral_key"),
        "{came}"
    );
    let site = Site::with(|builder| builder.ephemeral_key()).told_who();
    let web = Web::serve(site.served.clone()).await;
    assert_eq!(
        keys(&call(&web, "ada", "drop_table", json!({})).await),
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
    let web = Web::serve(site.served.clone()).await;
    refused(&call(&web, "ada", "drop_table", json!({})).await, -32600);
    assert_eq!(site.effects.count(), 0);
}

/// A stranger who knows the session's id answers the question in it.
#[tokio::test]
async fn an_answer_into_another_persons_session_is_not_taken() {
    let site = Site::new().told_who();
    let web = Web::serve(site.served.clone()).await;
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
