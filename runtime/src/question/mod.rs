//! What is asked: a form, a confirmation, a visit to a URL, or another input request, with its fingerprint.

mod escape;
mod gate;
mod link;
mod message;
mod mode;

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

pub use gate::GateForm;
#[doc(hidden)]
pub use link::{Component, component};
pub use link::{LinkError, URL_LIMIT};
pub use message::{MESSAGE_LIMIT, Message, Shown, Unfit, Values};
pub use mode::{Mode, Modes};

pub(crate) use escape::{cut as escape_value, message as escape_message};
pub(crate) use gate::Verdict;
#[cfg(all(feature = "testing", feature = "rmcp"))]
pub(crate) use gate::{TEXT, YES};
pub(crate) use link::{TICKET, TICKET_LENGTH, check as check_link};

use crate::canonical::Framed;
use crate::form::Schema;

/// The most code points of a question's key.
pub const KEY_LIMIT: usize = 64;
/// The most questions of one round.
pub const ROUND_LIMIT: usize = 16;

/// A SHA-256 over everything that makes a question what it is.
pub(crate) type Fingerprint = [u8; 32];

/// Changed whenever what goes into a fingerprint changes, so that an answer to an old build's question never counts for a new one's.
const FINGERPRINT_LABEL: &str = "askback question 1";

/// One question, ready to be asked.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) key: Cow<'static, str>,
    pub(crate) message: Message,
    pub(crate) body: Body,
    /// Digests of what the question binds although it is not shown.
    pub(crate) covers: Vec<[u8; 32]>,
}

/// What kind of answer a question wants.
#[derive(Clone)]
pub(crate) enum Body {
    /// A form.
    Form(Cow<'static, Schema>),
    /// A confirmation.
    Gate(GateForm),
    /// A visit to a URL.
    Url(String),
    /// Any other input request.
    Input(InputRequest),
}

/// An input request that is neither form nor URL: sampling, roots, and kinds to come.
///
/// Its answer never opens a gate.
#[derive(Clone, PartialEq)]
pub struct InputRequest {
    /// The method, `sampling/createMessage` for example.
    pub method: String,
    /// The parameters, an object; [`Value::Null`] for none.
    pub params: Value,
}

impl InputRequest {
    /// A request with these parameters.
    #[must_use]
    pub fn new(method: impl Into<String>, params: Value) -> Self {
        Self {
            method: method.into(),
            params,
        }
    }

    /// `roots/list` (MCP 2026-07-28, client/roots).
    #[must_use]
    pub fn roots() -> Self {
        Self::new("roots/list", Value::Null)
    }
}

impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputRequest")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// Why a question must not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unaskable {
    /// The key is not 1 to 64 of `[A-Za-z0-9_.-]`.
    #[error("its key is not 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`")]
    Key,
    /// The message does not fit.
    #[error("{0}")]
    Message(#[from] Unfit),
    /// The URL does not fit.
    #[error("its URL {0}")]
    Link(#[from] LinkError),
    /// The text to type is not 1 to 64 visible code points.
    #[error("the text to type is not 1 to 64 visible characters")]
    TypedText,
    /// Choices or defaults given at run time do not fit the form, or a schema given at run time is none of a form.
    #[error("{0}")]
    Schema(String),
    /// The message of a form names a secret.
    #[error(
        "its message says \"{0}\", and form mode must not collect secrets; ask in URL mode, or say why it is none: \
         `.sensitive(\"reason\")`"
    )]
    Secret(&'static str),
    /// A value to cover cannot be written as JSON.
    #[error("a value that it covers cannot be written as JSON")]
    Cover,
}

impl Question {
    /// Whether it is a confirmation.
    pub(crate) fn is_gate(&self) -> bool {
        matches!(self.body, Body::Gate(_))
    }

    /// Whether this may be asked at all.
    pub(crate) fn check(&self) -> Result<(), Unaskable> {
        if !is_key(&self.key) {
            return Err(Unaskable::Key);
        }
        if let Some(unfit) = self.message.unfit(self.is_gate()) {
            return Err(unfit.into());
        }
        match &self.body {
            Body::Gate(gate) => gate.check(),
            Body::Url(url) => Ok(check_link(url)?),
            Body::Form(_) | Body::Input(_) => Ok(()),
        }
    }

    /// What the client must be able to do.
    pub(crate) fn mode(&self) -> Option<Mode> {
        match &self.body {
            Body::Form(_) | Body::Gate(_) => Some(Mode::Form),
            Body::Url(_) => Some(Mode::Url),
            Body::Input(request) => Mode::of_method(&request.method),
        }
    }

    /// The question's identity: an answer counts only for the question with this very fingerprint.
    ///
    /// `above` is the digest of the answers that stand above it; only a gate, which covers them, takes it in.
    pub(crate) fn fingerprint(&self, above: &[u8; 32]) -> Fingerprint {
        let mut hash = Framed::hash(FINGERPRINT_LABEL);
        hash.field(self.key.as_bytes());
        hash.field(self.message.template().as_bytes());
        for value in self.message.values() {
            hash.field(value.as_bytes());
        }
        match &self.body {
            Body::Form(schema) => {
                hash.field(b"form").field(schema.json_text().as_bytes());
            }
            Body::Gate(gate) => {
                hash.field(b"gate")
                    .field(gate.schema().json_text().as_bytes())
                    .field(above);
                hash.field(gate.typed_text().unwrap_or_default().as_bytes());
            }
            Body::Url(url) => {
                hash.field(b"url").field(url.as_bytes());
            }
            Body::Input(request) => {
                hash.field(b"input").field(request.method.as_bytes());
                hash.field(&crate::canonical::digest(&request.params));
            }
        }
        hash.field(b"covers");
        for cover in &self.covers {
            hash.field(cover);
        }
        hash.finish()
    }
}

/// A key: 1 to 64 of `[A-Za-z0-9_.-]`.
pub(crate) fn is_key(key: &str) -> bool {
    (1..=KEY_LIMIT).contains(&key.len())
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(message: &str) -> Question {
        Question {
            key: "confirmed".into(),
            message: message.into(),
            body: Body::Gate(GateForm::yes_no(None)),
            covers: Vec::new(),
        }
    }

    #[test]
    fn a_fingerprint_depends_on_everything_in_the_question() {
        let plain = gate("Delete?").fingerprint(&[0; 32]);
        assert_eq!(gate("Delete?").fingerprint(&[0; 32]), plain);
        assert_ne!(gate("Delete all?").fingerprint(&[0; 32]), plain);
        assert_ne!(
            gate("Delete?").fingerprint(&[1; 32]),
            plain,
            "the answers above"
        );
        let mut other = gate("Delete?");
        other.key = "other".into();
        assert_ne!(other.fingerprint(&[0; 32]), plain, "the key");
        let mut other = gate("Delete?");
        other.covers.push([7; 32]);
        assert_ne!(other.fingerprint(&[0; 32]), plain, "what it covers");
        let mut other = gate("Delete?");
        other.body = Body::Gate(GateForm::typed("users".into(), None));
        assert_ne!(other.fingerprint(&[0; 32]), plain, "the kind of gate");
        let mut third = gate("Delete?");
        third.body = Body::Gate(GateForm::typed("orders".into(), None));
        assert_ne!(
            third.fingerprint(&[0; 32]),
            other.fingerprint(&[0; 32]),
            "the text to type"
        );
    }

    #[test]
    fn keys_are_checked() {
        for (key, good) in [
            ("a", true),
            ("A-z_0.9", true),
            (&*"k".repeat(64), true),
            ("", false),
            ("ä", false),
            ("a b", false),
            (&*"k".repeat(65), false),
        ] {
            assert_eq!(is_key(key), good, "{key}");
        }
    }
}
