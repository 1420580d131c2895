//! A raw client of either era that answers from a script, and moves the server's clock while it waits.

use std::sync::Arc;
use std::time::Duration;

use askback::clock::ManualClock;
use askback_tests::peer::Peer;
use askback_tests::wire::{Wire, retry};
use rmcp::ServerHandler;
use serde_json::{Value, json};

use crate::person::Era;

/// What is answered to a message that contains a text, each once and in this order.
pub(crate) type Answers = Vec<(&'static str, Value)>;

/// How a call went.
#[derive(Debug)]
pub(crate) struct Talk {
    /// The parameters of every question, in order.
    pub(crate) asked: Vec<Value>,
    /// The last state of the modern era.
    pub(crate) state: Option<String>,
    /// The response: `result` or `error`.
    pub(crate) response: Value,
}

impl Talk {
    pub(crate) fn messages(&self) -> Vec<&str> {
        let messages = self.asked.iter().map(|asked| asked["message"].as_str());
        messages.map(Option::unwrap).collect()
    }

    /// The text of a tool's result, and whether it is an error.
    pub(crate) fn text(&self) -> (&str, bool) {
        askback_tests::peer::text(&self.response["result"])
    }
}

pub(crate) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

pub(crate) fn agree() -> Value {
    json!({ "action": "accept" })
}

pub(crate) fn decline() -> Value {
    json!({ "action": "decline" })
}

pub(crate) fn yes() -> Value {
    accept(json!({ "confirm": true }))
}

/// Calls a tool without arguments, and answers what it asks.
pub(crate) async fn talk<S: ServerHandler>(
    server: S,
    era: Era,
    clock: &Arc<ManualClock>,
    tool: &str,
    answers: Answers,
) -> Talk {
    let talk = async {
        match era {
            Era::Modern => modern(server, tool, Value::Null, answers).await,
            Era::Handshake => handshake(server, tool, answers).await,
        }
    };
    while_time_passes(clock, talk).await
}

/// Moves the clock on by a second again and again, until `what` is over.
pub(crate) async fn while_time_passes<T>(
    clock: &Arc<ManualClock>,
    what: impl Future<Output = T>,
) -> T {
    let time = async {
        loop {
            tokio::time::sleep(Duration::from_millis(2)).await;
            clock.advance(Duration::from_secs(1));
        }
    };
    tokio::select! {
        biased;
        over = what => over,
        () = time => unreachable!(),
    }
}

/// In the modern era, from a retry on.
pub(crate) async fn modern<S: ServerHandler>(
    server: S,
    tool: &str,
    mut again: Value,
    mut answers: Answers,
) -> Talk {
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut wire = Wire::to(server).declaring(capabilities);
    let (mut asked, mut state) = (Vec::new(), None);
    loop {
        let response = wire.call(tool, json!({}), again).await;
        let Some(requests) = response["result"]["inputRequests"].as_object() else {
            return Talk {
                asked,
                state,
                response,
            };
        };
        let mut responses = json!({});
        for (key, request) in requests {
            if let Some(answer) = answer(&mut answers, &request["params"]) {
                responses[key] = answer;
            }
            asked.push(request["params"].clone());
        }
        let token = response["result"]["requestState"].as_str().unwrap();
        state = Some(token.to_owned());
        again = retry(token, responses);
        if answers.is_empty() && again["inputResponses"] == json!({}) {
            // Nothing left to say.
            return Talk {
                asked,
                state,
                response,
            };
        }
    }
}

async fn handshake<S: ServerHandler>(server: S, tool: &str, mut answers: Answers) -> Talk {
    let mut peer = Peer::connect(server, "2025-11-25").await;
    let call = peer.call(tool).await;
    let mut asked = Vec::new();
    loop {
        let message = peer.next().await;
        if message["method"].is_null() {
            assert_eq!(message["id"], call, "{message}");
            return Talk {
                asked,
                state: None,
                response: message,
            };
        }
        assert_eq!(message["method"], "elicitation/create", "{message}");
        let answer = answer(&mut answers, &message["params"]);
        let answer = answer.unwrap_or_else(|| panic!("nobody expected {message}"));
        asked.push(message["params"].clone());
        peer.answer(&message, answer).await;
    }
}

fn answer(answers: &mut Answers, question: &Value) -> Option<Value> {
    let message = question["message"].as_str().unwrap();
    let at = answers
        .iter()
        .position(|(text, _)| message.contains(text))?;
    Some(answers.remove(at).1)
}
