//! What a failed expectation says: what was expected, what came, and the exchange so far.

use std::fmt::Write as _;

use serde_json::Value;

use super::exchange::Stands;

/// The exchange so far, a line an event.
#[derive(Clone, Default)]
pub(super) struct Log(Vec<String>);

impl Log {
    pub(super) fn note(&mut self, event: String) {
        self.0.push(event);
    }

    /// Numbered, indented lines.
    pub(super) fn show(&self) -> String {
        let mut text = String::new();
        for (at, event) in self.0.iter().enumerate() {
            let event = indented(event, 5);
            // Writing to a `String` cannot fail.
            let _ = write!(text, "\n  {}. {event}", at + 1);
        }
        text
    }
}

/// The text of a failure.
pub(super) fn report(expected: &str, came: &Stands, who: &str, log: &Log) -> String {
    format!(
        "expected {expected}, but {}\n\nthe exchange so far ({who}):{}\n",
        what_came(came),
        log.show()
    )
}

fn what_came(came: &Stands) -> String {
    match came {
        Stands::Asks(pending) => {
            let again = pending
                .iter()
                .find_map(|it| it.again.zip(it.key.as_deref()));
            let mut text = match again {
                Some((why, key)) => {
                    format!("the answer to `{key}` {why}, and the server asks again:")
                }
                None => "the server asks:".to_owned(),
            };
            for question in pending {
                let _ = write!(text, "\n  {}", question.describe());
            }
            text
        }
        Stands::Over(response) => format!("the call is over:\n  {}", shown(response)),
        Stands::Nothing => "nothing came back: the server did not react".to_owned(),
        Stands::Stuck(why) => format!("the kit could not go on: {why}"),
    }
}

/// A response in a line.
pub(super) fn shown(response: &Value) -> String {
    let (error, result) = (&response["error"], &response["result"]);
    if !error.is_null() {
        let data = match &error["data"] {
            Value::Null => String::new(),
            data => format!(", data {data}"),
        };
        return format!("error {}: {}{data}", error["code"], error["message"]);
    }
    let text = result["content"][0]["text"].as_str();
    match (text, result["isError"] == true) {
        (Some(text), true) => format!("a result with `isError`: {text:?}"),
        (Some(text), false) => format!("a result: {text:?}"),
        (None, _) => format!("a result: {result}"),
    }
}

/// A text whose further lines stand below its first, this far to the right.
pub(super) fn indented(text: &str, by: usize) -> String {
    let mut lines = text.split('\n');
    let mut text = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        text.push('\n');
        if !line.is_empty() {
            text.extend(std::iter::repeat_n(' ', by));
            text.push_str(line);
        }
    }
    text
}
