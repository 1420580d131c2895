//! A question that has to be put to the person.

use std::fmt;

use serde_json::Value;

use super::Registry;
use super::call::{Call, Request};
use crate::conversation::{Content, Delivered};
use crate::form::{FieldSchema, Schema};
use crate::question::Mode;

/// A question that has to be put to the person, and how the call goes on with the answer.
///
/// Everything that it shows is safe to show as it is: texts are escaped, so that no value in them can pretend to be the
/// operation's words. A clone stands for the same question; answered twice in the same way it gets the same reply, otherwise
/// a conflict. `Debug` shows the question's key and kind.
#[must_use = "the person has to be asked"]
pub struct Pending<S: ?Sized> {
    registry: Registry<S>,
    request: Box<Request>,
    question: Box<Question>,
    continuation: String,
    expiry: u64,
}

/// The question as it goes out.
#[derive(Clone)]
struct Question {
    key: String,
    message: String,
    gate: bool,
    ask: Asks,
}

#[derive(Clone)]
enum Asks {
    Form(Schema),
    Url(String),
}

impl<S: ?Sized> Pending<S> {
    /// `None`: no registry can ask this.
    pub(super) fn new(
        (registry, request): (Registry<S>, Box<Request>),
        question: Delivered,
        continuation: String,
        expiry: u64,
    ) -> Option<Self> {
        let ask = match question.content {
            Content::Form(schema) => Asks::Form(schema),
            Content::Url(url) => Asks::Url(url),
            Content::Input(_) => return None,
        };
        Some(Self {
            registry,
            request,
            question: Box::new(Question {
                key: question.key,
                message: question.message,
                gate: question.gate,
                ask,
            }),
            continuation,
            expiry,
        })
    }

    /// The question's key, which the operation gave it: the parameter's name. 1 to 64 of `[A-Za-z0-9_.-]`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.question.key
    }

    /// What is asked, at most 2,000 characters.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.question.message
    }

    /// Whether it is a confirmation: the operation does something only after a yes. Its form has one yes/no field, a text to
    /// type, or none; see [`fields`](Self::fields).
    #[must_use]
    pub fn is_gate(&self) -> bool {
        self.question.gate
    }

    /// [`Mode::Form`], which a confirmation is too, or [`Mode::Url`].
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self.question.ask {
            Asks::Form(_) => Mode::Form,
            Asks::Url(_) => Mode::Url,
        }
    }

    /// The fields of the form, in their order; none of a URL, nor of a form without any. [`FieldSchema::parse`] reads a text
    /// for one.
    #[must_use]
    pub fn fields(&self) -> &[FieldSchema] {
        match &self.question.ask {
            Asks::Form(schema) => schema.fields(),
            Asks::Url(_) => &[],
        }
    }

    /// The form as a JSON Schema (MCP 2026-07-28, client/elicitation, "Requested Schema"), a copy of it; `None` for a URL.
    #[must_use]
    pub fn schema(&self) -> Option<Value> {
        match &self.question.ask {
            Asks::Form(schema) => serde_json::from_str(schema.json_text()).ok(),
            Asks::Url(_) => None,
        }
    }

    /// Where the person is asked to go; `None` for a form. Show it whole, and open it only when they said so.
    ///
    /// It is an absolute https URL with a host, without user info, of at most 2,048 characters. Nothing here opens or fetches
    /// it.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        match &self.question.ask {
            Asks::Form(_) => None,
            Asks::Url(url) => Some(url),
        }
    }

    /// What the call goes on from, for [`Call::resume`]: keep it where the host is not the one process that it was.
    ///
    /// Whoever has it and is this caller can answer the question. It belongs into no log.
    #[must_use]
    pub fn continuation(&self) -> &str {
        &self.continuation
    }

    /// When the continuation expires, in milliseconds since 1970 (UTC), exclusive.
    #[must_use]
    pub fn expiry(&self) -> u64 {
        self.expiry
    }

    /// The call with the person's answer: an object with a value for each field that was filled in. `{}` for a form without
    /// fields, `()` for a visit: agreeing to it is all that there is to say.
    ///
    /// It is checked when the call is invoked; a value that is larger than 64 KiB is not kept.
    pub fn accept(&self, content: impl Into<Value>) -> Call<S> {
        self.next_call().accept(content)
    }

    /// The same with the answer as JSON text: an object with one key twice is refused, and numbers keep their exact value.
    pub fn accept_json(&self, content: impl AsRef<str>) -> Call<S> {
        self.next_call().accept_json(content)
    }

    /// The call with the person's no.
    pub fn decline(&self) -> Call<S> {
        self.next_call().decline()
    }

    /// The call after the person has closed the question without an answer.
    pub fn cancel(&self) -> Call<S> {
        self.next_call().cancel()
    }

    fn next_call(&self) -> Call<S> {
        Call::resumed(
            self.registry.clone(),
            self.request.clone(),
            self.continuation.clone(),
        )
    }
}

impl<S: ?Sized> Clone for Pending<S> {
    fn clone(&self) -> Self {
        Self {
            registry: self.registry.clone(),
            request: self.request.clone(),
            question: self.question.clone(),
            continuation: self.continuation.clone(),
            expiry: self.expiry,
        }
    }
}

/// Shows the question's key and kind.
impl<S: ?Sized> fmt::Debug for Pending<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("key", &self.question.key)
            .field("mode", &self.mode())
            .finish_non_exhaustive()
    }
}
