//! What a peer of the handshake era gets: questions, and never a result that asks.

use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use serde_json::{Value, json};

use crate::plain::{Came, Plain};
use crate::{JUNE, NOVEMBER};

fn named(name: &str) -> Value {
    accept(json!({ "name": name }))
}

#[tokio::test]
async fn a_tool_a_prompt_and_a_resource_are_entered_again() {
    for (method, params) in [
        ("tools/call", json!({ "name": "once", "arguments": {} })),
        ("prompts/get", json!({ "name": "once" })),
        ("resources/read", json!({ "uri": "plain://once" })),
    ] {
        let (server, plain) = Plain::serve();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.request(method, params).await;
        let question = peer.question().await;
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["params"]["message"], "Who?");
        let properties = &question["params"]["requestedSchema"]["properties"];
        assert_eq!(properties["name"]["type"], "string");
        peer.answer(&question, named("Ada")).await;
        let result = peer.result(call).await;
        assert!(result.to_string().contains("done"), "{result}");
        assert!(result["inputRequests"].is_null() && result["requestState"].is_null());
        assert_eq!(
            plain.calls(),
            [
                Came::first(),
                Came::again(Some("here"), json!({ "name": named("Ada") }))
            ]
        );
    }
}

#[tokio::test]
async fn every_kind_is_asked_in_the_order_of_the_map() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("kinds").await;
    let roots = json!({ "roots": [{ "uri": "file:///work" }] });
    let greeting = json!({
        "role": "assistant", "model": "m", "content": { "type": "text", "text": "Hello" },
    });
    let answers = [
        ("greeting", "sampling/createMessage", greeting),
        ("link", "elicitation/create", json!({ "action": "accept" })),
        ("name", "elicitation/create", named("Ada")),
        ("roots", "roots/list", roots),
    ];
    for (key, method, answer) in &answers {
        let question = peer.question().await;
        assert_eq!(question["method"], *method, "{key}: {question}");
        if *key == "link" {
            let id = question["params"]["elicitationId"].as_str().unwrap();
            assert_eq!(id.len(), 22, "one that nobody can guess: {id}");
        }
        peer.answer(&question, answer.clone()).await;
    }
    assert_eq!(text(&peer.result(call).await), ("done", false));
    let responses = plain.calls()[1].responses.clone().unwrap();
    for (key, _, answer) in answers {
        assert_eq!(responses[key]["action"], answer["action"], "{key}");
        assert_eq!(responses[key]["content"], answer["content"], "{key}");
        assert_eq!(responses[key]["roots"][0]["uri"], answer["roots"][0]["uri"]);
    }
}

#[tokio::test]
async fn an_id_of_the_author_stays() {
    let (server, _) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("id").await;
    assert_eq!(peer.question().await["params"]["elicitationId"], "mine");
}

#[tokio::test]
async fn all_that_is_missing_is_told_and_nothing_is_sent() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::declaring(server, NOVEMBER, json!({ "elicitation": {} })).await;
    let call = peer.call("kinds").await;
    let response = peer.response(call).await;
    assert_eq!(response["error"]["code"], -32021, "{response}");
    assert_eq!(
        response["error"]["data"]["requiredCapabilities"],
        json!({ "elicitation": { "url": {} }, "roots": {}, "sampling": {} })
    );
    assert_eq!(plain.calls().len(), 1);
}

#[tokio::test]
async fn retry_fields_that_the_peer_makes_up_are_not_passed_on() {
    let made_up = json!({
        "requestState": "here", "inputResponses": { "name": named("Mallory") },
    });
    for (method, mut params) in [
        ("tools/call", json!({ "name": "once", "arguments": {} })),
        ("prompts/get", json!({ "name": "once" })),
        ("resources/read", json!({ "uri": "plain://once" })),
    ] {
        let (server, plain) = Plain::serve();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        for (field, value) in made_up.as_object().unwrap() {
            params[field] = value.clone();
        }
        peer.request(method, params).await;
        assert_eq!(peer.question().await["method"], "elicitation/create");
        assert_eq!(plain.calls(), [Came::first()]);
    }
}

#[tokio::test]
async fn a_decline_is_an_answer() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("once").await;
    let question = peer.question().await;
    peer.answer(&question, json!({ "action": "decline" })).await;
    peer.result(call).await;
    let responses = plain.calls()[1].responses.clone().unwrap();
    assert_eq!(responses["name"]["action"], "decline");
}

#[tokio::test]
async fn a_call_is_entered_eight_times_more_and_then_it_is_over() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("endless").await;
    for _ in 0..8 {
        let question = peer.question().await;
        peer.answer(&question, accept(json!({ "a": "x" }))).await;
    }
    let response = peer.response(call).await;
    assert_eq!(response["error"]["code"], -31005, "{response}");
    let calls = plain.calls();
    assert_eq!(calls.len(), 9);
    assert_eq!(calls[8].state.as_deref(), Some("8"));
}

#[tokio::test]
async fn a_state_alone_comes_back_at_once() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("later").await;
    assert_eq!(text(&peer.result(call).await), ("done", false));
    assert_eq!(plain.calls()[3], Came::again(Some("later"), json!({})));
}

#[tokio::test]
async fn a_result_that_asks_for_nothing_is_an_error() {
    for tool in ["nothing", "empty"] {
        let (server, _) = Plain::serve();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.call(tool).await;
        let response = peer.response(call).await;
        assert_eq!(response["error"]["code"], -32603, "{response}");
    }
}

#[tokio::test]
async fn a_peer_of_2025_06_18_sees_what_it_can_show() {
    let (server, plain) = Plain::serve();
    let mut peer = Peer::connect(server, JUNE).await;
    let call = peer.call("choices").await;
    let question = peer.question().await;
    assert!(question["params"]["mode"].is_null(), "{question}");
    let properties = &question["params"]["requestedSchema"]["properties"];
    assert_eq!(properties["one"]["enum"], json!(["a", "b"]));
    assert_eq!(properties["one"]["enumNames"], json!(["First", "Second"]));
    assert_eq!(properties["some_2"]["type"], "boolean", "{question}");
    let content = json!({ "one": "b", "some_1": false, "some_2": true });
    peer.answer(&question, accept(content)).await;
    peer.result(call).await;
    let responses = plain.calls()[1].responses.clone().unwrap();
    let content = json!({ "one": "b", "some": ["b"] });
    assert_eq!(responses["pick"]["content"], content);

    // What is asked for is the author's affair.
    let call = peer.call("odd").await;
    let question = peer.question().await;
    let properties = &question["params"]["requestedSchema"]["properties"];
    assert_eq!(properties["password"]["enumNames"], json!(["A", "B"]));
    peer.answer(&question, json!({ "action": "cancel" })).await;
    peer.result(call).await;

    let call = peer.call("id").await;
    let response = peer.response(call).await;
    assert_eq!(response["error"]["code"], -32021, "no URLs: {response}");
}
