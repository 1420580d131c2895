//! What opens a gate, and what does not.

use std::time::Duration;

use askback::testing::Era;
use askback_tests::accept;
use serde_json::json;

use crate::vault::{ada, effects, gate, table, yes};

#[tokio::test]
async fn one_accept_runs_the_effect_once() {
    for era in Era::ALL {
        let person = ada(era);
        let done = gate(&person).await.accept().await.finish();
        assert_eq!(done.text(), "users deleted: the table moved");
        assert_eq!(effects(&person), 1, "{era}");
    }
}

#[tokio::test]
async fn a_first_call_that_carries_an_answer_is_asked() {
    for era in Era::ALL {
        let person = ada(era);
        let came = person.call_answered("drop_table", table(), yes()).await;
        let _ = came.expect_gate("confirmed");
        let mut both = yes();
        both["details"] = accept(json!({ "reason": "because" }));
        let came = person.call_answered("delete_rows", table(), both).await;
        let _ = came.expect_form("details");
        assert_eq!(effects(&person), 0, "{era}");
    }
}

#[tokio::test]
async fn a_confirmation_before_its_question_is_no_confirmation() {
    for era in Era::ALL {
        let person = ada(era);
        let asked = person.call("delete_rows", table()).await;
        let yes = accept(json!({ "confirm": true }));
        let details = asked.expect_form("details").unasked("confirmed", yes);
        let came = details.answer(json!({ "reason": "because" })).await;
        let _ = came.expect_gate("confirmed");
        assert_eq!(effects(&person), 0, "{era}");
    }
}

#[tokio::test]
async fn what_is_no_yes_leaves_the_gate_shut() {
    for era in Era::ALL {
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
            let person = ada(era);
            let came = gate(&person).await.respond(answer.clone()).await;
            assert_eq!(came.keys(), ["confirmed"], "{era} {answer}");
            assert_eq!(effects(&person), 0, "{era} {answer}");
        }
    }
}

#[tokio::test]
async fn accept_with_no_is_a_decline() {
    for era in Era::ALL {
        let person = ada(era);
        let came = gate(&person).await.refuse().await;
        came.expect_declined("confirmed");
        assert_eq!(effects(&person), 0, "{era}");
    }
}

#[tokio::test]
async fn entries_that_are_no_objects_are_refused() {
    for entry in [json!(12345), json!("accept"), json!(true), json!([yes()])] {
        let person = ada(Era::Modern);
        let refused = gate(&person).await.respond(entry).await;
        let refused = refused.expect_error(-32_602);
        assert!(refused.error_data().is_null(), "no cause on the wire");
        assert_eq!(effects(&person), 0);
    }
}

#[tokio::test]
async fn a_swallowed_pause_replaces_the_result() {
    let person = ada(Era::Modern);
    let came = person.call("careless", json!({})).await;
    let refused = came.expect_error(-32_603);
    assert_eq!(refused.error_data()["reason"], "swallowed_pause");
    assert_eq!(effects(&person), 0);
}

#[tokio::test]
async fn an_empty_or_invisible_text_to_type_is_never_asked_for() {
    for era in Era::ALL {
        for table in [
            "",
            " ",
            "\u{200b}",
            "a\u{202e}b",
            " users",
            "users\n",
            &"x".repeat(65),
        ] {
            let person = ada(era);
            let came = person.call("typed_drop", json!({ "table": table })).await;
            let failed = came.expect_failed();
            assert!(failed.text().contains("visible characters"), "{failed:?}");
            assert_eq!(effects(&person), 0);
        }
    }
}

#[tokio::test]
async fn a_text_to_type_is_compared_on_the_server() {
    for era in Era::ALL {
        let person = ada(era);
        for wrong in ["", "user", "Users", "users ", "true"] {
            let asked = person.call("typed_drop", table()).await;
            let again = asked.expect_gate("confirmed").typed(wrong).await;
            let _ = again.expect_gate("confirmed");
        }
        let asked = person.call("typed_drop", table()).await;
        let yes = accept(json!({ "confirm": true }));
        let again = asked.expect_gate("confirmed").respond(yes).await;
        let again = again.expect_gate("confirmed");
        assert_eq!(effects(&person), 0, "{era}");
        assert_eq!(again.typed("users").await.finish().text(), "dropped");
        assert_eq!(effects(&person), 1, "{era}");
    }
}

#[tokio::test]
async fn a_gate_that_is_declined_again_and_again_closes_for_a_while() {
    for era in Era::ALL {
        let person = ada(era);
        for _ in 0..3 {
            let asked = person.call("drop_table", table()).await;
            let gate = asked.expect_gate("confirmed").at_once();
            let declined = gate.decline().await.expect_declined("confirmed");
            let text = declined.text();
            assert!(text.contains("seems to have answered by itself"), "{text}");
        }
        let orders = json!({ "table": "orders" });
        let closed = person.call("drop_table", orders).await.expect_failed();
        assert!(closed.text().contains("declined three times"), "{closed:?}");
        person.advance(Duration::from_secs(600)).await;
        let asked = person.call("drop_table", table()).await;
        let _ = asked.expect_gate("confirmed");
        assert_eq!(effects(&person), 0, "{era}");
    }
}
