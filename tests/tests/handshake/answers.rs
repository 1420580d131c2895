//! What a person, or a client by itself, may answer.

use askback_tests::accept;
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::desk::Desk;
use crate::peer::{Peer, text};

#[tokio::test]
async fn a_gate_opens_on_yes_alone() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    for (answer, failed) in [
        (accept(json!({"confirmed": true})), false),
        (accept(json!({"confirmed": false})), true),
        (json!({"action": "decline"}), true),
        (json!({"action": "cancel"}), true),
    ] {
        let before = effects.count();
        let call = peer.call("gate").await;
        let question = peer.question().await;
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["params"]["message"], "Delete everything?");
        let answer = named(&question, answer);
        peer.answer(&question, answer.clone()).await;
        let result = peer.result(call).await;
        assert_eq!(text(&result).1, failed, "{answer}: {result}");
        assert_eq!(effects.count() - before, usize::from(!failed), "{answer}");
    }
}

/// Puts the answer under the name that the gate's only field has.
fn named(question: &Value, mut answer: Value) -> Value {
    let properties = question["params"]["requestedSchema"]["properties"]
        .as_object()
        .unwrap();
    assert_eq!(properties.len(), 1);
    let (name, _) = properties.iter().next().unwrap();
    if let Some(value) = answer["content"].get("confirmed").cloned() {
        answer["content"] = json!({ name: value });
    }
    answer
}

/// The accept of a gate.
pub(crate) fn yes(question: &Value) -> Value {
    named(question, accept(json!({"confirmed": true})))
}

#[tokio::test]
async fn an_answer_that_is_none_keeps_a_gate_closed() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    for answer in [
        accept(json!({})),
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        json!({"action": "ok"}),
        json!({}),
        json!({"roots": []}),
        json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "yes"}}),
    ] {
        let call = peer.call("gate").await;
        // As often as a question is asked again after an invalid answer.
        for _ in 0..3 {
            let question = peer.question().await;
            peer.answer(&question, answer.clone()).await;
        }
        let response = peer.response(call).await;
        assert_eq!(response["error"]["code"], -32602, "{answer}: {response}");
        assert_eq!(effects.count(), 0, "{answer}");
    }
}

#[tokio::test]
async fn a_client_that_fails_keeps_a_gate_closed() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    for code in [-32601, -32600, -32602, -32603, -1, 0, 1] {
        let call = peer.call("gate").await;
        let question = peer.question().await;
        peer.fail(&question, code).await;
        let result = peer.result(call).await;
        let (text, failed) = text(&result);
        assert!(failed, "{code}: {result}");
        assert!(text.contains("`sure`") && text.contains("error"), "{text}");
        // The tool exists: what the client said about itself is not passed on.
        assert!(!text.contains("no such thing") && !text.contains("-32601"));
        assert_eq!(effects.count(), 0, "{code}");
    }
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_none() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("form").await;
    let question = peer.question().await;
    let large = json!({"severity": "low", "more": "x".repeat(65_536)});
    peer.answer(&question, accept(large)).await;
    let result = peer.result(call).await;
    let (text, failed) = text(&result);
    assert!(failed && text.contains("64 KiB"), "{text}");
    assert_eq!(effects.count(), 0);
}

#[tokio::test]
async fn a_form_is_asked_again_until_it_is_right() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("form").await;
    let first = peer.question().await;
    peer.answer(&first, accept(json!({"severity": "urgent"})))
        .await;
    let again = peer.question().await;
    assert_ne!(again["id"], first["id"]);
    let message = again["params"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("Whom to tell?") && message.contains("severity"),
        "{message}"
    );
    assert!(!message.contains("urgent"), "{message}");
    let right = json!({"severity": "high", "teams": ["web", "ops"]});
    peer.answer(&again, accept(right)).await;
    assert_eq!(text(&peer.result(call).await), ("High [Web, Ops]", false));
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn a_form_keeps_its_fields_in_order() {
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("form").await;
    let question = peer.question().await;
    assert_eq!(question["params"]["mode"], "form");
    let schema = serde_json::to_string(&question["params"]["requestedSchema"]).unwrap();
    let expected = json!({"type": "object", "properties": {
        "severity": {"type": "string", "oneOf": [
            {"const": "low", "title": "Low Priority"},
            {"const": "high", "title": "High Priority"},
        ]},
        "teams": {"type": "array", "maxItems": 3, "items": {"anyOf": [
            {"const": "ops", "title": "Operations"},
            {"const": "db", "title": "Databases"},
            {"const": "web", "title": "Web"},
        ]}},
    }, "required": ["severity"]});
    assert_eq!(question["params"]["requestedSchema"], expected);
    assert!(schema.find("severity") < schema.find("teams"));
}

#[tokio::test]
async fn every_url_question_has_an_id_of_its_own() {
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("links").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let question = peer.question().await;
        let params = question["params"].as_object().unwrap();
        let mut keys: Vec<_> = params.keys().filter(|key| *key != "_meta").collect();
        keys.sort_unstable();
        assert_eq!(keys, ["elicitationId", "message", "mode", "url"]);
        assert_eq!(params["mode"], "url");
        assert_eq!(params["url"], "https://app.example.com/connect");
        ids.push(params["elicitationId"].as_str().unwrap().to_owned());
        peer.answer(&question, json!({"action": "accept"})).await;
    }
    assert_eq!(text(&peer.result(call).await), ("connected", false));
    assert_ne!(ids[0], ids[1]);
    // 128 bits.
    assert!(ids.iter().all(|id| id.len() == 22), "{ids:?}");
}

#[tokio::test]
async fn other_input_requests_go_out_as_themselves() {
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("roots").await;
    let question = peer.question().await;
    assert_eq!(question["method"], "roots/list");
    peer.answer(&question, json!({"roots": [{"uri": "file:///a"}]}))
        .await;
    assert_eq!(text(&peer.result(call).await), ("\"file:///a\"", false));
}

#[tokio::test]
async fn what_a_client_did_not_declare_is_not_asked() {
    let declared_nothing = json!({});
    let only_forms = json!({"elicitation": {}});
    for (capabilities, tool) in [
        (declared_nothing.clone(), "gate"),
        (declared_nothing, "roots"),
        (only_forms, "link"),
        (json!({"elicitation": {"url": {}}}), "form"),
    ] {
        let (server, effects) = Desk::new();
        let mut peer = Peer::declaring(server, NOVEMBER, capabilities).await;
        let call = peer.call(tool).await;
        let response = peer.response(call).await;
        assert_eq!(response["error"]["code"], -32021, "{tool}: {response}");
        assert_eq!(effects.count(), 0);
    }
}
