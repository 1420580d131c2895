//! How each kind of error is told, in every era.

use std::sync::Mutex;

use askback::Askback;
use askback::testing::{Era, Tester, Turn};
use serde_json::{Value, json};

use crate::desk::Desk;

fn desk(era: Era) -> Tester<Desk> {
    let server = |askback| Desk {
        askback,
        kept: Mutex::default(),
    };
    Tester::with(Askback::builder(), server).era(era)
}

/// Answers both questions: a pause has got out of the handler twice.
async fn twice(turn: Turn) -> Turn {
    let word = || json!({ "word": "users" });
    let turn = turn.expect_form("why").answer(word()).await;
    turn.expect_form("more").answer(word()).await
}

/// What the client is told.
enum Told {
    /// A result with `isError` and this text.
    Text(&'static str),
    /// A result with `isError` and this structured content.
    Content(Value),
    /// A JSON-RPC error with this code and message.
    Error(i32, &'static str),
}

fn check(turn: Turn, told: &Told, what: &str) {
    match told {
        Told::Text(text) => assert_eq!(turn.expect_failed().text(), *text, "{what}"),
        Told::Content(content) => {
            assert_eq!(turn.expect_failed().structured(), content, "{what}");
        }
        Told::Error(code, text) => {
            let end = turn.expect_error(*code);
            assert_eq!(end.text(), *text, "{what}");
            let data = match *code {
                OWN_CODE => json!({ "table": "users" }),
                _ => Value::Null,
            };
            assert_eq!(*end.error_data(), data, "{what}");
        }
    }
}

const NO_TABLE: &str = "no such table: users";
/// The code of the `ErrorData` of these handlers.
const OWN_CODE: i32 = -32_050;
const INTERNAL: i32 = -32_603;

#[tokio::test]
async fn a_tool_tells_the_model_and_keeps_the_code_of_a_protocol_error() {
    let table = [
        ("data", Told::Error(OWN_CODE, NO_TABLE)),
        ("text", Told::Text(NO_TABLE)),
        ("any", Told::Text(NO_TABLE)),
        ("any_data", Told::Error(OWN_CODE, NO_TABLE)),
        ("any_how", Told::Text(NO_TABLE)),
        ("how", Told::Text(NO_TABLE)),
        ("own", Told::Text(NO_TABLE)),
        ("opaque", Told::Text("something went wrong")),
        ("boxed", Told::Text(NO_TABLE)),
        ("text_only", Told::Text("lost: no such table: users")),
        ("refusal", Told::Content(json!({ "left": 3 }))),
        ("refusal_data", Told::Error(OWN_CODE, NO_TABLE)),
        ("both", Told::Content(json!({ "most": 3 }))),
        ("through_hands", Told::Error(OWN_CODE, NO_TABLE)),
    ];
    for era in Era::ALL {
        for (tool, told) in &table {
            let turn = desk(era).call(tool, Value::Null).await;
            check(twice(turn).await, told, &format!("{era} {tool}"));
        }
    }
}

#[tokio::test]
async fn a_prompt_gives_an_error() {
    let table = [
        ("data_prompt", Told::Error(OWN_CODE, NO_TABLE)),
        ("any_data_prompt", Told::Error(OWN_CODE, NO_TABLE)),
        ("text_prompt", Told::Error(INTERNAL, NO_TABLE)),
        ("any_how_prompt", Told::Error(INTERNAL, NO_TABLE)),
        ("own_prompt", Told::Error(INTERNAL, NO_TABLE)),
        (
            "opaque_prompt",
            Told::Error(INTERNAL, "something went wrong"),
        ),
        (
            "text_only_prompt",
            Told::Error(INTERNAL, "lost: no such table: users"),
        ),
    ];
    for era in Era::ALL {
        for (prompt, told) in &table {
            let turn = desk(era).prompt(prompt, Value::Null).await;
            check(twice(turn).await, told, &format!("{era} {prompt}"));
        }
    }
}

#[tokio::test]
async fn so_does_a_driven_method() {
    let table = [
        ("error:data", Told::Error(OWN_CODE, NO_TABLE)),
        ("error:any_data", Told::Error(OWN_CODE, NO_TABLE)),
        ("error:how", Told::Error(INTERNAL, NO_TABLE)),
        (
            "error:opaque",
            Told::Error(INTERNAL, "something went wrong"),
        ),
        ("error:text", Told::Error(INTERNAL, NO_TABLE)),
    ];
    for era in Era::ALL {
        for (uri, told) in &table {
            let turn = desk(era).resource(uri).await.expect_form("more");
            let turn = turn.answer(json!({ "word": "users" })).await;
            check(turn, told, &format!("{era} {uri}"));
        }
    }
}

#[tokio::test]
async fn a_declined_question_is_told_as_one_whatever_the_error_hides() {
    for era in Era::ALL {
        for tool in [
            "data",
            "any",
            "opaque",
            "boxed",
            "text_only",
            "refusal",
            "both",
            "through_hands",
        ] {
            let turn = desk(era).call(tool, Value::Null).await.expect_form("why");
            let turn = turn.answer(json!({ "word": "users" })).await;
            turn.expect_form("more")
                .decline()
                .await
                .expect_declined("more");
        }
        for prompt in ["data_prompt", "opaque_prompt", "text_only_prompt"] {
            let turn = desk(era)
                .prompt(prompt, Value::Null)
                .await
                .expect_form("why");
            turn.cancel().await.expect_error(-31_002);
        }
    }
}

#[tokio::test]
async fn the_pause_of_another_call_is_an_error_like_any_other() {
    let desk = desk(Era::Modern);
    let kept = desk.call("keep", Value::Null).await.expect_form("more");
    let end = desk.call("borrowed", Value::Null).await.expect_failed();
    assert_eq!(
        end.text(),
        "the call pauses here until the person has answered"
    );
    // The other call goes on as it would have.
    assert_eq!(
        kept.answer(json!({ "word": "w" })).await.finish().text(),
        "w"
    );
}
