//! A server of plain rmcp is the same to a person of every era.

use askback::testing::{Era, Tester};
use serde_json::json;

use crate::plain::Plain;

#[tokio::test]
async fn every_kind() {
    for era in Era::WITH_URLS {
        let person = Tester::new(Plain::default()).era(era);
        let greeting = json!({
            "role": "assistant", "model": "m", "content": { "type": "text", "text": "Hello" },
        });
        let asked = person.call("kinds", json!({})).await;
        let asked = asked.expect_input("greeting").answer(greeting).await;
        let asked = asked.expect_url("link").accept().await;
        let asked = asked
            .expect_form("name")
            .answer(json!({ "name": "Ada" }))
            .await;
        let roots = json!({ "roots": [{ "uri": "file:///work" }] });
        let done = asked.expect_input("roots").answer(roots).await.finish();
        assert_eq!(done.text(), "done", "{era}");
        assert_eq!(person.server().calls().len(), 2, "{era}");
    }
}

/// A decline is an answer like any other: what comes of it is the server's to say.
#[tokio::test]
async fn one_of_two_declined() {
    for era in Era::ALL {
        let person = Tester::new(Plain::default()).era(era);
        let asked = person.call("pair", json!({})).await;
        let asked = asked.expect_form("a").decline().await;
        let asked = asked.expect_form("b").answer(json!({ "b": "x" })).await;
        assert_eq!(asked.finish().text(), "done", "{era}");
    }
}

#[tokio::test]
async fn a_server_that_only_wants_its_state_back() {
    let person = Tester::new(Plain::default());
    let turn = person.call("later", json!({})).await;
    assert_eq!(turn.finish().text(), "done");
    assert_eq!(person.server().calls().len(), 4);
}

#[tokio::test]
async fn a_prompt_and_a_resource() {
    for era in Era::ALL {
        let person = Tester::new(Plain::default()).era(era);
        let prompt = person.prompt("once", json!({})).await;
        let asked = prompt.expect_form("name").shows("Who?");
        asked.answer(json!({ "name": "Ada" })).await.finish();
        let resource = person.resource("plain://once").await;
        resource.expect_form("name").cancel().await.finish();
    }
}
