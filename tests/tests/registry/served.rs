//! A registry served over MCP: its operations are tools like any other.

use askback::Ask;
use askback::registry::OperationFuture;
use askback::rmcp::RegistryServer;
use askback_tests::accept;
use askback_tests::peer::Peer;
use askback_tests::wire::{Wire, forms, keys, refused, retry, state, text};
use serde_json::{Value, json};

use super::codes::{swallows, unwritable};
use super::desk::{BOTH, Desk, Kept, Office, failed, pending};
use super::operations::{Details, Ticket, note, ping, purge};

fn both<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let (ticket, details): (Ticket, Details) = ask
            .all((
                askback::form("ticket", "Which ticket?"),
                askback::form("details", "Why?"),
            ))
            .await?;
        Ok(json!({ "ticket": ticket.id, "reason": details.reason }))
    })
}

fn office(kept: Kept) -> Office {
    Office::new(kept)
        .op("purge", purge)
        .op("note", note)
        .op("ping", ping)
        .op("both", both)
        .op("swallows", swallows)
        .op("unwritable", unwritable)
}

fn wire(office: &Office) -> Wire {
    Wire::to(office.registry.clone().into_server())
}

#[tokio::test]
async fn operations_are_listed_as_tools() {
    let mut wire = wire(&office(Kept::Sealed));
    let listed = wire.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["both", "note", "ping", "purge", "swallows", "unwritable"]
    );
    for tool in tools {
        assert_eq!(tool["description"], "Does something at the desk.");
        assert_eq!(tool["inputSchema"], json!({ "type": "object" }));
    }
}

#[tokio::test]
async fn a_call_asks_round_by_round_and_gives_structured_content() {
    for kept in BOTH {
        let office = office(kept);
        let mut wire = wire(&office);
        let arguments = || json!({ "days": 30 });
        let first = wire.call("purge", arguments(), json!({})).await;
        assert_eq!(keys(&first), ["ticket"]);
        assert_eq!(kept == Kept::Ledger, state(&first).len() == 43);
        office.wait();
        let answers = json!({ "ticket": accept(json!({ "id": "T-1", "more": 1 })) });
        let second = wire
            .call("purge", arguments(), retry(&state(&first), answers))
            .await;
        assert_eq!(keys(&second), ["sure"]);
        office.wait();
        let asked = &second["result"]["inputRequests"]["sure"]["params"];
        assert_eq!(asked["message"], "Delete backups older than 30 days?");
        let field = asked["requestedSchema"]["required"][0].as_str().unwrap();
        let answers = || json!({ "sure": accept(json!({ field: true })) });
        let last = || retry(&state(&second), answers());
        let done = wire.call("purge", arguments(), last()).await;
        assert_eq!(
            done["result"]["structuredContent"],
            json!({ "purged": "T-1" })
        );
        assert_eq!(text(&done), r#"{"purged":"T-1"}"#);
        assert_eq!(office.desk().noted().len(), 1);
        // Sent again it is not done again.
        let again = wire.call("purge", arguments(), last()).await;
        match kept {
            Kept::Sealed => refused(&again, -31_006),
            Kept::Ledger => assert_eq!(again["result"]["structuredContent"]["recovered"], true),
        }
        let done = office.desk().noted();
        let done = done.iter().filter(|noted| noted.starts_with("done"));
        assert_eq!(done.count(), 1);
    }
}

#[tokio::test]
async fn several_questions_share_a_round() {
    for kept in BOTH {
        let office = office(kept);
        let mut wire = wire(&office);
        let first = wire.call("both", json!({}), json!({})).await;
        assert_eq!(keys(&first), ["details", "ticket"]);
        let answers = json!({
            "ticket": accept(json!({ "id": "T" })),
            "details": accept(json!({ "reason": "moved" })),
        });
        let done = wire
            .call("both", json!({}), retry(&state(&first), answers))
            .await;
        assert_eq!(text(&done), r#"{"ticket":"T","reason":"moved"}"#);
    }
    // A call of the same registry asks them one by one.
    let office = office(Kept::Ledger);
    let asked = pending(office.call("both").invoke().await);
    assert_eq!(asked.key(), "ticket");
    let asked = pending(asked.accept(json!({ "id": "T" })).invoke().await);
    assert_eq!(asked.key(), "details");
    let done = asked.accept(json!({ "reason": "moved" })).invoke().await;
    assert_eq!(
        done.finished(),
        Some(json!({ "ticket": "T", "reason": "moved" }))
    );
}

#[tokio::test]
async fn what_goes_wrong_is_told_as_every_tool_does() {
    for kept in BOTH {
        let office = office(kept);
        let mut wire = wire(&office);
        for (tool, arguments, code) in [
            ("nothing", json!({}), -32_602),
            ("purge", json!({}), -32_602),
            ("purge", json!({ "days": "hunter2" }), -32_602),
            ("unwritable", json!({}), -32_603),
            ("swallows", json!({}), -32_603),
        ] {
            let response = wire.call(tool, arguments, json!({})).await;
            refused(&response, code);
            assert!(!response.to_string().contains("hunter2"), "{response}");
        }
        let first = wire.call("note", json!({}), json!({})).await;
        let answers = json!({ "details": { "action": "decline" } });
        let declined = wire
            .call("note", json!({}), retry(&state(&first), answers))
            .await;
        assert_eq!(declined["result"]["isError"], true);
        assert!(text(&declined).contains("declined the question `details`"));
        let unknown = wire.call("note", json!({}), retry("x", json!({}))).await;
        refused(&unknown, -32_602);
        let mut mute = self::wire(&office).declaring(json!({}));
        let response = mute.call("note", json!({}), json!({})).await;
        refused(&response, -32_021);
        assert!(office.desk().noted().is_empty());
    }
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again_with_what_was_wrong() {
    for kept in BOTH {
        let office = office(kept);
        let mut wire = wire(&office);
        let first = wire.call("note", json!({}), json!({})).await;
        let answers = json!({ "details": accept(json!({ "reason": "no", "rows": 7 })) });
        let again = wire
            .call("note", json!({}), retry(&state(&first), answers))
            .await;
        let asked = &again["result"]["inputRequests"]["details"]["params"];
        let message = asked["message"].as_str().unwrap();
        assert!(message.contains("at least 3 characters"), "{message}");
        assert_eq!(asked["requestedSchema"]["properties"]["rows"]["default"], 7);
        let answers = json!({ "details": accept(json!({ "reason": "moved" })) });
        let done = wire
            .call("note", json!({}), retry(&state(&again), answers))
            .await;
        assert_eq!(done["result"]["structuredContent"]["reason"], "moved");
    }
}

#[tokio::test]
async fn handshake_clients_are_asked_on_the_connection() {
    for kept in BOTH {
        for version in ["2025-11-25", "2025-06-18"] {
            let office = office(kept);
            let server = office.registry.clone().into_server();
            let mut peer = Peer::connect(server, version).await;
            let call = peer.call("note").await;
            let question = peer.question().await;
            assert_eq!(question["params"]["message"], "Why?");
            peer.answer(&question, accept(json!({ "reason": "moved" })))
                .await;
            let done = peer.response(call).await;
            assert_eq!(done["result"]["structuredContent"]["reason"], "moved");
        }
    }
}

#[tokio::test]
async fn what_a_registry_asked_is_not_answered_over_mcp_nor_the_other_way_round() {
    for kept in BOTH {
        let office = office(kept);
        let mut wire = wire(&office);
        let asked = pending(office.call("note").invoke().await);
        let answers = json!({ "details": accept(json!({ "reason": "moved" })) });
        let response = wire
            .call("note", json!({}), retry(asked.continuation(), answers))
            .await;
        refused(&response, -32_602);
        let first = wire.call("note", json!({}), json!({})).await;
        let call = office.call("note").resume(state(&first));
        let failure = failed(call.accept(json!({ "reason": "moved" })).invoke().await);
        assert_eq!(failure.code().as_str(), "invalid_continuation");
        assert!(office.desk().noted().is_empty());
    }
}

#[tokio::test]
async fn without_the_wrapper_it_fails_closed() {
    let office = office(Kept::Sealed);
    let mut wire = Wire::to(RegistryServer::new(office.registry.clone())).declaring(forms());
    let response = wire.call("ping", json!({}), json!({})).await;
    refused(&response, -32_603);
    assert!(response.to_string().contains("askback.wrap"), "{response}");
    assert!(office.desk().noted().is_empty());
}
