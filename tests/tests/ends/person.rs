//! A person at a client of either era, who answers one question the same way each time.

use askback_tests::accept;
use askback_tests::peer::Peer;
use askback_tests::wire::{Wire, retry, state};
use serde_json::{Map, Value, json};

use crate::clerk::Office;

/// Which protocol the client speaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Era {
    Modern,
    Handshake(&'static str),
}

pub(crate) const ERAS: [Era; 3] = [
    Era::Modern,
    Era::Handshake("2025-11-25"),
    Era::Handshake("2025-06-18"),
];

/// What the person, or the client, does with a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Does {
    /// After so many seconds.
    Accepts(u64),
    Declines(u64),
    Cancels(u64),
    /// Accepts a confirmation, and says no in it.
    SaysNo(u64),
    /// The client did not declare that it can be asked.
    CannotBeAsked,
    /// The client answers with an error. Only the handshake era knows that.
    Fails,
}

impl Does {
    fn after(self) -> u64 {
        match self {
            Self::Accepts(time)
            | Self::Declines(time)
            | Self::Cancels(time)
            | Self::SaysNo(time) => time,
            Self::CannotBeAsked | Self::Fails => 5,
        }
    }

    /// The answer to a question with these parameters.
    fn answer(self, params: &Value) -> Value {
        let content = |yes: bool| {
            let properties = params["requestedSchema"]["properties"].as_object().unwrap();
            let fields = properties.iter().map(|(name, property)| {
                let gate = property["type"] == "boolean";
                (name.clone(), if gate { json!(yes) } else { json!(1) })
            });
            accept(Value::Object(fields.collect::<Map<_, _>>()))
        };
        match self {
            Self::Accepts(_) => content(true),
            Self::SaysNo(_) => content(false),
            Self::Declines(_) => json!({ "action": "decline" }),
            Self::Cancels(_) => json!({ "action": "cancel" }),
            Self::CannotBeAsked | Self::Fails => panic!("no answer"),
        }
    }

    fn capabilities(self) -> Value {
        match self {
            Self::CannotBeAsked => json!({}),
            _ => json!({ "elicitation": {} }),
        }
    }
}

/// Sends a request, answers what is asked, and gives the response in the end and how often was asked.
pub(crate) async fn ask(
    office: &Office,
    era: Era,
    method: &str,
    params: Value,
    does: &[Does],
) -> (Value, usize) {
    ask_as(office, era, "ada", method, params, does).await
}

/// The same for somebody.
pub(crate) async fn ask_as(
    office: &Office,
    era: Era,
    who: &'static str,
    method: &str,
    params: Value,
    does: &[Does],
) -> (Value, usize) {
    let first = does[0];
    match era {
        Era::Modern => {
            let wire = Wire::to(office.served()).as_who(who);
            let mut wire = wire.declaring(first.capabilities());
            let mut came = wire.request(method, params.clone()).await;
            let mut asked = 0;
            while let Some(requests) = came["result"]["inputRequests"].as_object() {
                let does = *does.get(asked).or(does.last()).unwrap();
                asked += 1;
                office.later(does.after());
                let answers = requests
                    .iter()
                    .map(|(key, request)| (key.clone(), does.answer(&request["params"])));
                let answers = Value::Object(answers.collect::<Map<_, _>>());
                let mut again = params.clone();
                let retried = retry(&state(&came), answers);
                for (name, value) in retried.as_object().unwrap() {
                    again[name] = value.clone();
                }
                came = wire.request(method, again).await;
            }
            (came, asked)
        }
        Era::Handshake(version) => {
            let mut peer = Peer::declaring(office.served(), version, first.capabilities()).await;
            let id = peer.request(method, params).await;
            let mut asked = 0;
            loop {
                let came = peer.next().await;
                if came["id"] == id && came["method"].is_null() {
                    return (came, asked);
                }
                let does = *does.get(asked).or(does.last()).unwrap();
                asked += 1;
                office.later(does.after());
                match does {
                    Does::Fails => peer.fail(&came, -32603).await,
                    _ => peer.answer(&came, does.answer(&came["params"])).await,
                }
            }
        }
    }
}

/// The parameters of a tool call.
pub(crate) fn tool(name: &str) -> Value {
    json!({ "name": name, "arguments": {} })
}
