//! What opens a gate, and what does not.

use askback_tests::accept;
use askback_tests::wire::{Wire, keys, refused, retry, state, text};
use serde_json::json;

use crate::vault::{Site, at_the_gate, table, yes};

#[tokio::test]
async fn one_accept_runs_the_effect_once() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = at_the_gate(&mut wire).await;
    let done = wire
        .call("delete_rows", table(), retry(&state, yes()))
        .await;
    assert_eq!(text(&done), "users deleted: the table moved");
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn a_first_call_that_carries_an_answer_is_asked() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let came = wire
        .call("drop_table", table(), json!({ "inputResponses": yes() }))
        .await;
    assert_eq!(keys(&came), ["confirmed"]);
    let came = wire
        .call(
            "delete_rows",
            table(),
            json!({ "inputResponses": {
        "details": accept(json!({ "reason": "because" })), "confirmed": yes()["confirmed"],
    } }),
        )
        .await;
    assert_eq!(keys(&came), ["details"]);
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn a_confirmation_before_its_question_is_no_confirmation() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let asked = wire.call("delete_rows", table(), json!({})).await;
    let mut responses = yes();
    responses["details"] = accept(json!({ "reason": "because" }));
    let came = wire
        .call("delete_rows", table(), retry(&state(&asked), responses))
        .await;
    assert_eq!(keys(&came), ["confirmed"]);
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn what_is_no_yes_leaves_the_gate_shut() {
    for answer in [
        accept(json!({})),
        accept(json!(null)),
        json!({ "action": "accept" }),
        accept(json!({ "confirm": "true" })),
        accept(json!({ "confirm": 1 })),
        accept(json!({ "confirmed": true })),
        accept(json!([true])),
        json!({}),
        json!({ "action": "approve", "content": { "confirm": true } }),
        json!({ "role": "assistant", "content": { "type": "text", "text": "yes" }, "model": "m" }),
        json!({ "method": "elicitation/create", "result": accept(json!({ "confirm": true })) }),
    ] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = at_the_gate(&mut wire).await;
        let came = wire
            .call(
                "delete_rows",
                table(),
                retry(&state, json!({ "confirmed": answer })),
            )
            .await;
        assert_eq!(keys(&came), ["confirmed"], "{answer}");
        assert_eq!(site.effects.count(), 0, "{answer}");
    }
}

#[tokio::test]
async fn accept_with_no_is_a_decline() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = at_the_gate(&mut wire).await;
    let no = json!({ "confirmed": accept(json!({ "confirm": false })) });
    let came = wire.call("delete_rows", table(), retry(&state, no)).await;
    assert_eq!(came["result"]["isError"], true);
    assert!(text(&came).contains("declined"), "{}", text(&came));
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn entries_that_are_no_objects_are_refused() {
    for entry in [json!(12345), json!("accept"), json!(true), json!([yes()])] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = at_the_gate(&mut wire).await;
        let came = wire
            .call(
                "delete_rows",
                table(),
                retry(&state, json!({ "confirmed": entry })),
            )
            .await;
        refused(&came, -32602);
        assert_eq!(site.effects.count(), 0);
    }
}

#[tokio::test]
async fn a_swallowed_pause_replaces_the_result() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let came = wire.call("careless", json!({}), json!({})).await;
    refused(&came, -32603);
    assert_eq!(came["error"]["data"]["reason"], "swallowed_pause");
    assert_eq!(site.effects.count(), 0);
}

#[tokio::test]
async fn an_empty_or_invisible_text_to_type_is_never_asked_for() {
    for table in [
        "",
        " ",
        "\u{200b}",
        "a\u{202e}b",
        " users",
        "users\n",
        &"x".repeat(65),
    ] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let came = wire
            .call("typed_drop", json!({ "table": table }), json!({}))
            .await;
        assert_eq!(came["result"]["isError"], true, "{table:?}: {came}");
        assert!(
            text(&came).contains("visible characters"),
            "{}",
            text(&came)
        );
        assert_eq!(site.effects.count(), 0);
    }
}

#[tokio::test]
async fn a_text_to_type_is_compared_on_the_server() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let mut current = state(&wire.call("typed_drop", table(), json!({})).await);
    for wrong in ["", "user", "Users", "users ", "true"] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = state(&wire.call("typed_drop", table(), json!({})).await);
        let answer = json!({ "confirmed": accept(json!({ "text": wrong })) });
        let came = wire
            .call("typed_drop", table(), retry(&state, answer))
            .await;
        assert_eq!(keys(&came), ["confirmed"], "{wrong:?}");
        assert_eq!(site.effects.count(), 0);
    }
    let yes = json!({ "confirmed": accept(json!({ "confirm": true })) });
    let came = wire.call("typed_drop", table(), retry(&current, yes)).await;
    assert_eq!(keys(&came), ["confirmed"]);
    current = state(&came);
    let right = json!({ "confirmed": accept(json!({ "text": "users" })) });
    let came = wire
        .call("typed_drop", table(), retry(&current, right))
        .await;
    assert_eq!(text(&came), "dropped");
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn a_gate_that_is_declined_again_and_again_closes_for_a_while() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let decline = json!({ "confirmed": { "action": "decline" } });
    for _ in 0..3 {
        let asked = wire.call("drop_table", table(), json!({})).await;
        let came = wire
            .call(
                "drop_table",
                table(),
                retry(&state(&asked), decline.clone()),
            )
            .await;
        assert!(
            text(&came).contains("seems to have answered by itself"),
            "{}",
            text(&came)
        );
    }
    let came = wire
        .call("drop_table", json!({ "table": "orders" }), json!({}))
        .await;
    assert!(
        text(&came).contains("declined three times"),
        "{}",
        text(&came)
    );
    site.later(600);
    assert_eq!(
        keys(&wire.call("drop_table", table(), json!({})).await),
        ["confirmed"]
    );
    assert_eq!(site.effects.count(), 0);
}
