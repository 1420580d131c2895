//! How many, how long, how large, how often; and who cannot be asked.

use askback_tests::accept;
use askback_tests::wire::{Wire, keys, refused, retry, state, text};
use serde_json::{Map, Value, json};

use crate::agency::Site;

/// A client of a server of its own.
struct Client {
    site: Site,
    wire: Wire,
}

impl Client {
    fn new() -> Self {
        Self::declaring(json!({ "elicitation": {} }))
    }

    fn declaring(capabilities: Value) -> Self {
        let site = Site::default();
        let wire = Wire::to(site.server("here")).declaring(capabilities);
        Self { site, wire }
    }

    async fn call(&mut self, tool: &str, retry: Value) -> Value {
        self.wire.call(tool, json!({}), retry).await
    }

    /// Answers what was asked, the same under every key.
    async fn answer(&mut self, tool: &str, asked: &Value, answer: &Value) -> Value {
        let answers = keys(asked)
            .into_iter()
            .map(|key| (key.to_owned(), answer.clone()));
        let answers = Value::Object(answers.collect::<Map<_, _>>());
        self.call(tool, retry(&state(asked), answers)).await
    }
}

fn named(name: &str) -> Value {
    accept(json!({ "name": name }))
}

#[tokio::test]
async fn a_round_has_sixteen_questions() {
    let mut client = Client::new();
    let first = client.call("many", json!({})).await;
    let keys_of = |numbers: std::ops::Range<u32>| numbers.map(|n| format!("q{n:02}"));
    assert_eq!(keys(&first), keys_of(0..16).collect::<Vec<_>>());
    let answer = accept(json!({ "x": 1 }));
    let second = client.answer("many", &first, &answer).await;
    assert_eq!(keys(&second), keys_of(16..20).collect::<Vec<_>>());
    assert_eq!(text(&client.answer("many", &second, &answer).await), "20");
}

#[tokio::test]
async fn a_message_has_2000_characters() {
    let mut client = Client::new();
    let asked = client.call("wordy", json!({})).await;
    let words = |asked: &Value| {
        let message = &asked["result"]["inputRequests"]["who"]["params"]["message"];
        message.as_str().unwrap().chars().count()
    };
    assert_eq!(words(&asked), 2_000);
    // With what was wrong in it too.
    let again = client.answer("wordy", &asked, &accept(json!({}))).await;
    assert!(words(&again) <= 2_000, "{}", words(&again));

    let came = client.call("wordier", json!({})).await;
    assert_eq!(came["result"]["isError"], true);
    assert!(text(&came).contains("longer than 2000"), "{}", text(&came));
}

#[tokio::test]
async fn an_answer_has_64_kib() {
    let mut client = Client::new();
    let asked = client.call("greet", json!({})).await;
    let of_size = |size: usize| {
        let empty = named("").to_string().len();
        named(&"x".repeat(size - empty))
    };
    // Longer than the form allows: that is for the person to mend.
    let again = client.answer("greet", &asked, &of_size(65_536)).await;
    assert_eq!(keys(&again), ["who"]);
    let came = client.answer("greet", &again, &of_size(65_537)).await;
    refused(&came, -32602);
    let done = client.answer("greet", &again, &named("Ana")).await;
    assert_eq!(text(&done), "hello Ana");
}

#[tokio::test]
async fn arguments_have_one_mib() {
    let mut client = Client::new();
    let of_size = |size: usize| json!({ "a": "x".repeat(size - r#"{"a":""}"#.len()) });
    let asked = client.wire.call("open", of_size(1 << 20), json!({})).await;
    assert_eq!(keys(&asked), ["confirm"]);
    let came = client
        .wire
        .call("open", of_size((1 << 20) + 1), json!({}))
        .await;
    refused(&came, -32602);
    assert_eq!(client.site.effects.count(), 0);
}

/// rmcp reads no message of more than 127 levels, which leaves 126 to the arguments, of 128 that would be let in.
#[tokio::test]
async fn arguments_have_no_more_levels_than_can_be_read() {
    let mut client = Client::new();
    let of_depth = |depth: usize| (1..depth).fold(json!(1), |inner, _| json!({ "a": inner }));
    let came = client.wire.call("open", of_depth(126), json!({})).await;
    assert_eq!(keys(&came), ["confirm"]);
    client.wire.send("open", of_depth(127), json!({})).await;
    let came = client.wire.call("echo", json!({}), json!({})).await;
    assert_eq!(text(&came), "echo", "the connection is still there");
}

#[tokio::test]
async fn a_conversation_has_nine_rounds() {
    let mut client = Client::new();
    let mut asked = client.call("delete", json!({})).await;
    for _ in 1..9 {
        asked = client
            .call("delete", retry(&state(&asked), json!({})))
            .await;
        assert_eq!(keys(&asked), ["who"]);
    }
    refused(
        &client.answer("delete", &asked, &named("Ana")).await,
        -31005,
    );
    assert_eq!(client.site.effects.count(), 0);
}

#[tokio::test]
async fn a_question_has_three_answers() {
    let mut client = Client::new();
    let mut asked = client.call("mixed", json!({})).await;
    let wrong = accept(json!({ "a": 17, "b": true }));
    for _ in 0..2 {
        asked = client.answer("mixed", &asked, &wrong).await;
        let params = &asked["result"]["inputRequests"]["what"]["params"];
        let message = params["message"].as_str().unwrap();
        assert!(
            message.starts_with("What?\n\nPlease correct:\n- a: "),
            "{message}"
        );
        assert!(!message.contains("17"), "{message}");
        let properties = &params["requestedSchema"]["properties"];
        assert_eq!(properties["b"]["default"], true, "what was right is kept");
        assert!(properties["a"]["default"].is_null());
    }
    let came = client.answer("mixed", &asked, &wrong).await;
    assert_eq!(came["error"]["code"], -32602, "{came}");
    let errors = &came["error"]["data"]["errors"]["what"];
    assert_eq!(errors[0]["field"], "a", "{came}");
    assert_eq!(errors[0]["rule"], "type");
    assert_eq!(errors.as_array().unwrap().len(), 1);
    assert!(!came.to_string().contains("17"), "{came}");
}

#[tokio::test]
async fn answers_that_no_state_can_hold_are_refused_when_they_come() {
    let mut client = Client::new();
    let asked = client.call("essays", json!({})).await;
    let long = named(&"x".repeat(4_096));
    // All of them at once need no state.
    let done = client.answer("essays", &asked, &long).await;
    assert_eq!(text(&done), "16384");
    let some = json!({ "e0": long, "e1": long, "e2": long });
    let came = client.call("essays", retry(&state(&asked), some)).await;
    refused(&came, -32602);
    let message = came["error"]["message"].as_str().unwrap();
    assert!(message.contains("ledger"), "{message}");
}

#[tokio::test]
async fn all_that_a_client_did_not_declare_is_told_at_once() {
    for (declared, missing) in [
        (
            json!({}),
            json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} }),
        ),
        (
            json!({ "elicitation": {} }),
            json!({ "elicitation": { "url": {} }, "sampling": {}, "roots": {} }),
        ),
        (
            json!({ "elicitation": { "url": {} }, "roots": {} }),
            json!({ "elicitation": { "form": {} }, "sampling": {} }),
        ),
    ] {
        let mut client = Client::declaring(declared);
        let came = client.call("everything", json!({})).await;
        assert_eq!(came["error"]["code"], -32021, "{came}");
        assert_eq!(
            came["error"]["data"],
            json!({ "requiredCapabilities": missing })
        );
    }
}

#[tokio::test]
async fn every_kind_of_question_is_answered_in_one_round() {
    let mut client = Client::declaring(
        json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} }),
    );
    let asked = client.call("everything", json!({})).await;
    assert_eq!(keys(&asked), ["page", "roots", "who", "words"]);
    let requests = &asked["result"]["inputRequests"];
    assert_eq!(requests["words"]["method"], "sampling/createMessage");
    assert_eq!(requests["roots"]["method"], "roots/list");
    let answers = json!({
        "who": named("Ana"),
        "page": { "action": "accept" },
        "words": { "role": "assistant", "model": "m", "content": { "type": "text", "text": "said" } },
        "roots": { "roots": [{ "uri": "file:///a" }] },
    });
    let done = client
        .call("everything", retry(&state(&asked), answers))
        .await;
    assert_eq!(text(&done), r#"Ana "said" "file:///a""#);
}

#[tokio::test]
async fn retry_fields_have_a_form() {
    let deploy = json!({ "name": "deploy", "arguments": { "env": "prod" } });
    for (method, params) in [
        ("tools/call", deploy.clone()),
        ("prompts/get", deploy),
        ("resources/read", json!({ "uri": "memo:gate" })),
    ] {
        for (field, value) in [
            ("inputResponses", json!([])),
            ("inputResponses", json!("confirm")),
            ("inputResponses", json!(1)),
            ("inputResponses", json!({ "confirm": null })),
            ("inputResponses", json!({ "confirm": [] })),
            ("requestState", json!(1)),
            ("requestState", json!(["x"])),
            ("requestState", json!("")),
        ] {
            let mut client = Client::new();
            let mut params = params.clone();
            params[field] = value.clone();
            let came = client.wire.request(method, params.clone()).await;
            assert_eq!(
                came["error"]["code"], -32602,
                "{method} {field} {value}: {came}"
            );
            let over_http = client.site.web().await.request("ada", method, params).await;
            assert_eq!(
                over_http["error"], came["error"],
                "{method} {field} {value}"
            );
            assert_eq!(client.site.effects.count(), 0);
        }
    }
}

#[tokio::test]
async fn a_resource_asks_and_is_nobody_elses_then() {
    let mut client = Client::new();
    let open = client
        .wire
        .request("resources/read", json!({ "uri": "memo:open" }))
        .await;
    assert_eq!(open["result"]["ttlMs"], 60_000, "nothing was asked: {open}");

    let read = async |client: &mut Client, uri: &str, answers: Value| {
        let asked = client
            .wire
            .request("resources/read", json!({ "uri": uri }))
            .await;
        let mut retried = retry(&state(&asked), answers);
        retried["uri"] = json!(uri);
        client.wire.request("resources/read", retried).await
    };
    let came = read(&mut client, "memo:mine", json!({ "who": named("Ana") })).await;
    assert_eq!(came["result"]["contents"][0]["text"], "Ana", "{came}");
    assert_eq!(came["result"]["ttlMs"], 0);
    assert_eq!(came["result"]["cacheScope"], "private");

    for (uri, key) in [("memo:mine", "who"), ("memo:gate", "confirm")] {
        let came = read(&mut client, uri, json!({ key: { "action": "decline" } })).await;
        refused(&came, -31001);
        let came = read(&mut client, uri, json!({ key: { "action": "cancel" } })).await;
        refused(&came, -31002);
    }
    assert_eq!(client.site.effects.count(), 0);
    let yes = accept(json!({ "confirm": true }));
    let came = read(&mut client, "memo:gate", json!({ "confirm": yes })).await;
    assert_eq!(came["result"]["ttlMs"], 0, "{came}");
    assert_eq!(client.site.effects.count(), 1);
}

#[tokio::test]
async fn a_prompt_or_a_resource_is_not_for_a_client_that_cannot_be_asked() {
    let mut client = Client::declaring(json!({}));
    let deploy = json!({ "name": "deploy", "arguments": { "env": "prod" } });
    refused(&client.wire.request("prompts/get", deploy).await, -32021);
    let gate = json!({ "uri": "memo:gate" });
    refused(&client.wire.request("resources/read", gate).await, -32021);
    assert_eq!(client.site.effects.count(), 0);
}
