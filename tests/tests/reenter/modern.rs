//! What a peer of the modern era gets: the author's result, if it keeps to the rules.

use askback_tests::accept;
use askback_tests::wire::{Wire, keys, refused, state};
use serde_json::{Value, json};

use crate::plain::{Came, Plain};

fn everything() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

#[tokio::test]
async fn a_result_that_asks_goes_out_and_its_answers_come_back() {
    for (method, params) in [
        ("tools/call", json!({ "name": "once", "arguments": {} })),
        ("prompts/get", json!({ "name": "once" })),
        ("resources/read", json!({ "uri": "plain://once" })),
    ] {
        let (server, plain) = Plain::serve();
        let mut wire = Wire::to(server);
        let asked = wire.request(method, params.clone()).await;
        assert_eq!(asked["result"]["resultType"], "input_required");
        assert_eq!((keys(&asked), &*state(&asked)), (vec!["name"], "here"));
        let answer = accept(json!({ "name": "Ada" }));
        let mut retry = params;
        retry["requestState"] = json!("here");
        retry["inputResponses"] = json!({ "name": answer });
        let done = wire.request(method, retry).await;
        assert!(done.to_string().contains("done"), "{done}");
        if method == "resources/read" {
            let result = &done["result"];
            assert_eq!(
                (&result["ttlMs"], &result["cacheScope"]),
                (&json!(0), &json!("private"))
            );
        }
        assert_eq!(
            plain.calls(),
            [
                Came::first(),
                Came::again(Some("here"), json!({ "name": answer }))
            ]
        );
    }
}

#[tokio::test]
async fn only_what_is_declared_is_asked_for() {
    let (server, _) = Plain::serve();
    let mut wire = Wire::to(server);
    let asked = wire.call("kinds", json!({}), json!({})).await;
    refused(&asked, -32021);
    assert_eq!(
        asked["error"]["data"]["requiredCapabilities"],
        json!({ "elicitation": { "url": {} }, "roots": {}, "sampling": {} })
    );
    let mut wire = wire.declaring(everything());
    let asked = wire.call("kinds", json!({}), json!({})).await;
    assert_eq!(keys(&asked), ["greeting", "link", "name", "roots"]);
}

#[tokio::test]
async fn a_result_that_asks_for_nothing_is_an_error() {
    let (server, _) = Plain::serve();
    let mut wire = Wire::to(server);
    for tool in ["nothing", "empty"] {
        refused(&wire.call(tool, json!({}), json!({})).await, -32603);
    }
    let later = wire.call("later", json!({}), json!({})).await;
    assert_eq!(later["result"]["resultType"], "input_required");
    assert_eq!(state(&later), "later");
}

#[tokio::test]
async fn no_other_method_asks() {
    let (server, _) = Plain::serve();
    let mut wire = Wire::to(server);
    refused(&wire.request("custom/asks", json!({})).await, -32603);
    let done = wire.request("custom/other", json!({})).await;
    assert_eq!(done["result"]["resultType"], "complete", "{done}");
}
