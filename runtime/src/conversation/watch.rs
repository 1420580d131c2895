//! What the test kit is told of each question that goes out: on the wire there is no key in the handshake era, and in neither
//! era a word on which form is a gate.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::deliver::{Content, Delivered};
use super::host::Host;
use super::round::{Again, Outstanding, Stand};
use crate::form::Schema;

/// Questions kept until the kit has met them on the wire; more are only there when it does not look.
const KEPT: usize = 256;

/// The questions that went out and that the kit has not met on the wire yet.
#[derive(Default)]
pub(crate) struct Watch(Mutex<VecDeque<Seen>>);

/// A question that goes out.
pub(crate) struct Seen {
    pub(crate) key: String,
    pub(crate) message: String,
    /// `None`: an author's own request, of which nothing more is known.
    pub(crate) gate: Option<bool>,
    /// Whether the call is over when it is declined or cancelled.
    pub(crate) ends: bool,
    /// The form as it was declared, with a re-ask's defaults.
    pub(crate) schema: Option<Schema>,
    /// The URL, or the method of another input request.
    pub(crate) target: Option<String>,
    /// Why it is asked once more, if it is.
    pub(crate) again: Option<&'static str>,
    /// The keys that come after it in its round, where a round's questions come one by one.
    pub(crate) later: Vec<String>,
}

impl Watch {
    /// Takes the first of these questions out.
    pub(crate) fn take(&self, is_it: impl Fn(&Seen) -> bool) -> Option<Seen> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = seen.iter().position(is_it)?;
        seen.remove(at)
    }
}

impl Watch {
    fn push(&self, question: Seen) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= KEPT {
            seen.pop_front();
        }
        seen.push_back(question);
    }

    /// An input request that an author's own result carries, `{ "method", "params" }`, goes out in the handshake era.
    #[cfg(feature = "rmcp")]
    pub(crate) fn own(&self, key: &str, request: &serde_json::Value) {
        let (method, params) = (&request["method"], &request["params"]);
        let message = params["message"].as_str().unwrap_or_default();
        let target = match (method.as_str(), params["url"].as_str()) {
            (Some("elicitation/create"), url) => url,
            (method, _) => method,
        };
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What was made by `Askback::ask` was told already, and better.
        seen.retain(|seen| seen.gate.is_some() || seen.key != key);
        let told = |seen: &Seen| seen.key == key && seen.message == message;
        let is_told = seen.iter().any(told);
        drop(seen);
        if !is_told {
            self.push(Seen {
                key: key.to_owned(),
                message: message.to_owned(),
                gate: None,
                ends: false,
                schema: None,
                target: target.map(str::to_owned),
                again: None,
                later: Vec::new(),
            });
        }
    }
}

impl Host {
    /// Tells the kit that a question goes out, and what comes after it in its round.
    pub(super) fn watched(&self, asked: &Outstanding, question: &Delivered, later: &[Outstanding]) {
        let Some(watch) = &self.watch else { return };
        let again = match &asked.stand {
            Stand::Due(Some(Again::Invalid(..))) => Some("did not fit"),
            Stand::Due(Some(Again::Unfinished)) => Some("came before the visit was finished"),
            _ => None,
        };
        let later = later.iter().filter(|asked| asked.is_due());
        let (schema, target) = match &question.content {
            Content::Form(schema) => (Some(schema.clone()), None),
            Content::Url(url) => (None, Some(url.clone())),
            Content::Input(request) => (None, Some(request.method.clone())),
        };
        watch.push(Seen {
            key: question.key.clone(),
            message: question.message.clone(),
            gate: Some(asked.question.is_gate()),
            ends: !asked.decides,
            schema,
            target,
            again,
            later: later.map(|asked| asked.question.key.to_string()).collect(),
        });
    }
}

/// Where a host's questions are watched.
pub(crate) type Watched = Option<Arc<Watch>>;
