//! What came back: the action, the content, and how a raw response becomes one.

use std::fmt;

use serde_json::Value;

/// What a handler gets when it wants to decide itself about a decline (`#[ask] x: Answer<T>`).
#[must_use = "a declined question looks like any other value until it is matched"]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answer<T> {
    /// The person answered.
    Accept(T),
    /// The person said no.
    Decline,
    /// The person closed the question without an answer.
    Cancel,
    /// This client cannot be asked.
    Unavailable,
}

impl<T> Answer<T> {
    /// The answer, if there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(value) => Some(value),
            Self::Decline | Self::Cancel | Self::Unavailable => None,
        }
    }
}

impl<T> fmt::Debug for Answer<T> {
    /// Shows the action, not the answer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accept(_) => "Accept(..)",
            Self::Decline => "Decline",
            Self::Cancel => "Cancel",
            Self::Unavailable => "Unavailable",
        })
    }
}

/// The action of an elicitation response (MCP 2026-07-28, client/elicitation, "Response Actions").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Accept,
    Decline,
    Cancel,
}

/// A response to an elicitation, read from the wire.
pub(crate) struct Response<'a> {
    pub(crate) action: Action,
    pub(crate) content: Option<&'a Value>,
}

impl<'a> Response<'a> {
    /// Reads a response. Unknown members are ignored; an unknown or missing action is no response.
    pub(crate) fn read(raw: &'a Value) -> Option<Self> {
        let action = match raw.get("action")?.as_str()? {
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "cancel" => Action::Cancel,
            _ => return None,
        };
        Some(Self {
            action,
            content: raw.get("content"),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_action_is_read_and_nothing_else_is_guessed() {
        for (raw, action) in [
            (
                json!({ "action": "accept", "content": { "a": 1 }, "_meta": {}, "vendor": 1 }),
                Some(Action::Accept),
            ),
            (
                json!({ "action": "decline", "content": {} }),
                Some(Action::Decline),
            ),
            (
                json!({ "action": "cancel", "content": null }),
                Some(Action::Cancel),
            ),
            (json!({ "action": "Accept" }), None),
            (json!({ "action": "ok" }), None),
            (json!({ "action": true }), None),
            (json!({}), None),
            (json!(12345), None),
            (
                json!({ "role": "assistant", "content": { "type": "text", "text": "yes" } }),
                None,
            ),
            (
                json!({ "method": "elicitation/create", "result": { "action": "accept" } }),
                None,
            ),
        ] {
            assert_eq!(
                Response::read(&raw).map(|response| response.action),
                action,
                "{raw}"
            );
        }
    }

    #[test]
    fn debug_shows_no_answer() {
        assert_eq!(format!("{:?}", Answer::Accept("secret")), "Accept(..)");
    }
}
