//! The rows of `cases.json`.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A case: what is sent, and what has to come.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Row {
    pub(crate) id: String,
    /// Where the outcome is not the one that was asked for when the fault was reported: what decided.
    #[serde(default, rename = "note")]
    pub(crate) _note: Option<String>,
    /// Why it is not run here; nothing else stands in the row then.
    #[serde(default)]
    pub(crate) not_run: Option<String>,
    /// A revision of the handshake era; without it the row is one of the modern era.
    #[serde(default)]
    pub(crate) era: Option<String>,
    /// What the client declares: form mode, unless said.
    #[serde(default)]
    pub(crate) capabilities: Option<Value>,
    #[serde(default)]
    pub(crate) tool: String,
    #[serde(default)]
    pub(crate) arguments: Option<Value>,
    #[serde(default)]
    pub(crate) legs: Vec<Leg>,
    /// How often something has happened in the end.
    #[serde(default)]
    pub(crate) effects: usize,
    /// Legs whose states are equally long.
    #[serde(default)]
    pub(crate) alike: Vec<usize>,
}

/// A message, and its response.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Leg {
    /// Seconds that pass before.
    #[serde(default)]
    pub(crate) after: u64,
    /// How often it is repeated.
    #[serde(default = "once")]
    pub(crate) times: usize,
    /// Which server gets it.
    #[serde(default)]
    pub(crate) on: Option<String>,
    /// `tools/call`, unless said.
    #[serde(default)]
    pub(crate) method: Option<String>,
    /// The JSON-RPC id.
    #[serde(default)]
    pub(crate) id: Option<u64>,
    /// Modern: members of the request's parameters. `<2>` in a text stands for the state that leg 2 brought. Handshake:
    /// the `result` or the `error` code that answers the question; nothing for silence, and the call itself for a first leg
    /// and where it says so.
    #[serde(default)]
    pub(crate) send: Map<String, Value>,
    pub(crate) comes: Comes,
    /// What else the response has, objects in part.
    #[serde(default)]
    pub(crate) has: Option<Value>,
    /// JSON pointers to what it has not.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    /// The status over HTTP, where it is sent a second time.
    #[serde(default)]
    pub(crate) status: Option<u16>,
}

const fn once() -> usize {
    1
}

/// What kind of response it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Comes {
    /// Questions under these keys; in the handshake era one, under whatever key.
    Asks(Vec<String>),
    /// A tool's result with this text.
    Text(String),
    /// A tool's result that is an error, with a text that contains this.
    Failed(String),
    /// A JSON-RPC error of this code.
    Error(i64),
    /// Any other result.
    Result,
}

pub(crate) fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

impl Leg {
    /// Checks what came.
    pub(crate) fn check(&self, came: &Value, place: &str) {
        match &self.comes {
            Comes::Asks(keys) => {
                let result = &came["result"];
                assert_eq!(result["resultType"], "input_required", "{place}: {came}");
                assert!(result["content"].is_null(), "{place}: {came}");
                let asked = result["inputRequests"].as_object();
                let asked: Vec<_> = asked.into_iter().flat_map(Map::keys).collect();
                assert_eq!(asked, keys.iter().collect::<Vec<_>>(), "{place}: {came}");
            }
            Comes::Text(text) => {
                assert_eq!(
                    came["result"]["content"][0]["text"], **text,
                    "{place}: {came}"
                );
                assert_ne!(came["result"]["isError"], true, "{place}: {came}");
            }
            Comes::Failed(text) => {
                assert_eq!(came["result"]["isError"], true, "{place}: {came}");
                let came = &came["result"]["content"][0]["text"];
                assert!(came.as_str().unwrap().contains(text), "{place}: {came}");
            }
            Comes::Error(code) => assert_eq!(came["error"]["code"], *code, "{place}: {came}"),
            Comes::Result => assert!(came["result"].is_object(), "{place}: {came}"),
        }
        self.check_parts(came, place);
    }

    /// Checks what has to be there, and what must not.
    pub(crate) fn check_parts(&self, came: &Value, place: &str) {
        if let Some(part) = &self.has {
            assert!(has(came, part), "{place}: {came} has not {part}");
        }
        for pointer in &self.lacks {
            assert_eq!(came.pointer(pointer), None, "{place}: {pointer} in {came}");
        }
    }
}

/// Whether a value has what another one has: objects may have more members.
fn has(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(name, part)| whole.get(name).is_some_and(|whole| has(whole, part))),
        _ => whole == part,
    }
}
