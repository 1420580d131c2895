//! Errors of every kind that an author may have.

use std::error::Error as StdError;
use std::fmt;

use askback::Pause;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult};
use serde_json::json;

/// As `thiserror` makes it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Own {
    #[error("no such table: {0}")]
    NoTable(&'static str),
    #[error(transparent)]
    Pause(#[from] Pause),
}

/// Hides what it was made of, from its chain of causes too.
#[derive(Debug)]
pub(crate) struct Opaque(Box<dyn StdError + Send + Sync>);

impl Opaque {
    pub(crate) fn new(inner: impl StdError + Send + Sync + 'static) -> Self {
        Self(Box::new(inner))
    }

    pub(crate) fn inner(&self) -> String {
        self.0.to_string()
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something went wrong")
    }
}

impl StdError for Opaque {}

impl From<Pause> for Opaque {
    fn from(pause: Pause) -> Self {
        Self::new(pause)
    }
}

/// Keeps a text, and nothing else.
#[derive(Debug, thiserror::Error)]
#[error("lost: {text}")]
pub(crate) struct TextOnly {
    text: String,
}

impl<E: Into<String>> From<E> for TextOnly {
    fn from(text: E) -> Self {
        Self { text: text.into() }
    }
}

/// No error as the standard library has them: only rmcp knows how to tell it.
pub(crate) enum Refusal {
    Quota(u32),
    Other(ErrorData),
}

impl From<Pause> for Refusal {
    fn from(_: Pause) -> Self {
        Self::Other(ErrorData::internal_error("", None))
    }
}

impl IntoCallToolResult for Refusal {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self {
            Self::Quota(left) => Ok(CallToolResult::structured(json!({ "left": left })).into()),
            Self::Other(error) => Err(error),
        }
    }
}

/// Both: an error, and one that says itself how it is told.
#[derive(Debug, thiserror::Error)]
#[error("no more than {0}")]
pub(crate) struct Both(pub(crate) u32);

impl From<Pause> for Both {
    fn from(_: Pause) -> Self {
        Self(0)
    }
}

impl IntoCallToolResult for Both {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::structured(json!({ "most": self.0 })).into())
    }
}
