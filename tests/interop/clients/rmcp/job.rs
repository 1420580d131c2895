//! What there is to do.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
pub(crate) struct Job {
    pub(crate) server: Server,
    pub(crate) era: Era,
    pub(crate) scenarios: Vec<Scenario>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Server {
    Stdio {
        command: String,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: HashMap<String, String>,
    },
    Http {
        url: String,
        #[serde(default)]
        headers: HashMap<String, String>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Era {
    /// Whatever the client does when nothing is said to it.
    Default,
    Modern,
    Handshake,
}

/// Calls, one after the other, and what the person says to their questions.
#[derive(Deserialize)]
pub(crate) struct Scenario {
    pub(crate) id: String,
    pub(crate) calls: Vec<Call>,
    #[serde(default)]
    pub(crate) answers: Vec<Answer>,
    /// How long it may take in all.
    pub(crate) seconds: u64,
}

#[derive(Deserialize)]
pub(crate) struct Call {
    #[serde(flatten)]
    pub(crate) what: What,
    #[serde(default)]
    pub(crate) arguments: Map<String, Value>,
    /// How long the client waits for the call, in milliseconds.
    pub(crate) timeout: Option<u64>,
    /// Whether progress starts the timeout anew.
    #[serde(default)]
    pub(crate) progress: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum What {
    Tool(String),
    Prompt(String),
    Resource(String),
}

#[derive(Clone, Deserialize)]
pub(crate) struct Answer {
    /// A part of the message of the question that it answers.
    pub(crate) about: String,
    /// `accept`, `decline`, `cancel`; anything else: the client's handler fails.
    pub(crate) action: String,
    pub(crate) content: Option<Value>,
    /// How long the person takes, in milliseconds.
    #[serde(default)]
    pub(crate) after: u64,
}
