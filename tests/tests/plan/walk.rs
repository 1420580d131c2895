//! A modern client that answers whatever it is asked.

use askback_tests::accept;
use askback_tests::wire::{Wire, retry, state, text};
use rmcp::ServerHandler;
use serde_json::{Map, Value, json};

/// Calls a tool, answers every round, and gives the keys of each and the text in the end.
pub(crate) async fn walk<S: ServerHandler>(
    server: S,
    tool: &str,
    arguments: &Value,
) -> (Vec<Vec<String>>, String) {
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut wire = Wire::to(server).declaring(capabilities);
    let mut rounds = Vec::new();
    let mut came = wire.call(tool, arguments.clone(), json!({})).await;
    while let Some(requests) = came["result"]["inputRequests"].as_object() {
        rounds.push(requests.keys().cloned().collect());
        let answers = requests
            .iter()
            .map(|(key, request)| (key.clone(), answer(&request["params"])));
        let answers = Value::Object(answers.collect::<Map<_, _>>());
        let again = retry(&state(&came), answers);
        came = wire.call(tool, arguments.clone(), again).await;
    }
    (rounds, text(&came).to_owned())
}

/// 1 for a number, the first for a choice, yes for a confirmation.
pub(crate) fn answer(params: &Value) -> Value {
    if params["mode"] == "url" {
        return json!({ "action": "accept" });
    }
    let properties = params["requestedSchema"]["properties"].as_object().unwrap();
    let content = properties.iter().map(|(name, property)| {
        let value = match property["type"].as_str() {
            Some("boolean") => json!(true),
            Some("integer") => json!(1),
            _ => property["enum"][0].clone(),
        };
        (name.clone(), value)
    });
    accept(Value::Object(content.collect()))
}
