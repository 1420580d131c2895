//! The progress that a call was told of, checked against the rules of all progress.

use serde_json::{Value, json};
use tokio::time::Instant;

/// A call that wants to hear of its progress.
pub(crate) fn tool(name: &str, token: &Value) -> Value {
    json!({"name": name, "arguments": {}, "_meta": {"progressToken": token}})
}

/// When, how much and what was told.
#[derive(Default)]
pub(crate) struct Told {
    /// In seconds.
    pub(crate) at: Vec<u64>,
    pub(crate) amounts: Vec<f64>,
    pub(crate) messages: Vec<String>,
}

impl Told {
    pub(crate) fn hear(&mut self, message: &Value, token: &Value, since: Instant) {
        assert_eq!(message["method"], "notifications/progress", "{message}");
        let params = &message["params"];
        assert_eq!(params["progressToken"], *token, "{message}");
        let amount = params["progress"].as_f64().unwrap();
        let last = self.amounts.last().copied().unwrap_or(0.0);
        assert!(amount >= last, "{amount} after {last}");
        if let Some(total) = params["total"].as_f64() {
            assert!(total >= amount, "{message}");
        }
        self.at.push(since.elapsed().as_secs());
        self.amounts.push(amount);
        self.messages
            .push(params["message"].as_str().unwrap().to_owned());
    }
}
