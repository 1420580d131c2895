//! Clients of 2025-06-18.

use askback_tests::accept;
use serde_json::json;

use crate::answers::yes;
use crate::desk::Desk;
use crate::peer::{Peer, text};
use crate::{JUNE, NOVEMBER};

#[tokio::test]
async fn a_form_is_what_the_first_forms_were() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, JUNE).await;
    let call = peer.call("form").await;
    let question = peer.question().await;
    let params = &question["params"];
    assert!(params.get("mode").is_none(), "{params}");
    assert_eq!(params["message"], "Whom to tell?");
    let flag = |title| json!({"type": "boolean", "title": title, "description": "teams"});
    assert_eq!(
        params["requestedSchema"],
        json!({"type": "object", "properties": {
            "severity": {
                "type": "string",
                "enum": ["low", "high"],
                "enumNames": ["Low Priority", "High Priority"],
            },
            "teams_1": flag("Operations"),
            "teams_2": flag("Databases"),
            "teams_3": flag("Web"),
        }, "required": ["severity"]})
    );
    let content = json!({"teams_3": true, "severity": "low", "teams_1": true, "teams_2": false});
    peer.answer(&question, accept(content)).await;
    assert_eq!(text(&peer.result(call).await), ("Low [Ops, Web]", false));
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn a_choice_of_the_wrong_type_is_asked_for_again() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, JUNE).await;
    let call = peer.call("form").await;
    let question = peer.question().await;
    let content = json!({"severity": "low", "teams_1": "yes"});
    peer.answer(&question, accept(content)).await;
    let again = peer.question().await;
    let message = again["params"]["message"].as_str().unwrap();
    assert!(message.contains("teams"), "{message}");
    peer.answer(&again, accept(json!({"severity": "low"})))
        .await;
    assert_eq!(text(&peer.result(call).await), ("Low []", false));
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn a_gate_works_as_for_everybody() {
    let (server, effects) = Desk::new();
    let mut peer = Peer::connect(server, JUNE).await;
    let call = peer.call("gate").await;
    let question = peer.question().await;
    peer.answer(&question, json!({"action": "decline"})).await;
    assert!(text(&peer.result(call).await).1);
    assert_eq!(effects.count(), 0);
    let call = peer.call("gate").await;
    let question = peer.question().await;
    peer.answer(&question, yes(&question)).await;
    assert_eq!(text(&peer.result(call).await), ("deleted", false));
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn nobody_is_sent_to_a_url() {
    // The client claims URL mode, which its revision does not have.
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, JUNE).await;
    let call = peer.call("link").await;
    assert_eq!(peer.response(call).await["error"]["code"], -32021);

    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.call("link").await;
    assert_eq!(peer.question().await["params"]["mode"], "url");
}
