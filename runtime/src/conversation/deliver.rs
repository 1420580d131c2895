//! A question on its way to the person, and the connection that carries it.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::stop::LegFailure;
use crate::form::{FieldErrors, Schema};
use crate::question::{Body, InputRequest, MESSAGE_LIMIT, Question, escape_message};

/// A question as it goes out, a re-ask's reasons and defaults included.
pub(crate) struct Delivered {
    pub(crate) key: String,
    pub(crate) message: String,
    pub(crate) content: Content,
}

/// What goes out besides the message.
pub(crate) enum Content {
    /// A form, or a confirmation's.
    Form(Schema),
    /// A URL.
    Url(String),
    /// Any other input request.
    Input(InputRequest),
}

impl Delivered {
    /// `wrong` is what was wrong with the last answer, and the valid part of it, for the next try.
    pub(crate) fn new(question: &Question, wrong: Option<(&FieldErrors, Option<&Value>)>) -> Self {
        let content = match &question.body {
            Body::Form(schema) => Content::Form(match wrong {
                Some((errors, content)) => schema.with_defaults_from(content, errors),
                None => schema.clone().into_owned(),
            }),
            // Never a default on a gate.
            Body::Gate(gate) => Content::Form(gate.schema().clone()),
            Body::Url(url) => Content::Url(url.clone()),
            Body::Input(request) => Content::Input(request.clone()),
        };
        let message = match wrong {
            Some((errors, _)) => with_reasons(question.message.text(), errors),
            None => question.message.text().to_owned(),
        };
        Self {
            key: question.key.clone().into_owned(),
            message,
            content,
        }
    }
}

/// The message, and under it what has to be mended. The person's values are never quoted.
fn with_reasons(message: &str, errors: &FieldErrors) -> String {
    let mut text = format!("{message}\n\nPlease correct:");
    for error in errors.iter() {
        let line = format!("\n- {}: {}", error.field(), error.message());
        if text.chars().count() + line.chars().count() > MESSAGE_LIMIT {
            break;
        }
        text.push_str(&line);
    }
    escape_message(&text)
}

/// A connection on which a question is asked and awaited in place (the handshake era).
pub(crate) trait BackChannel: Send + Sync {
    /// Asks, and waits for the raw response.
    fn ask<'a>(&'a self, question: &'a Delivered) -> Leg<'a>;
}

/// A question under way.
pub(crate) type Leg<'a> = Pin<Box<dyn Future<Output = Result<Value, LegFailure>> + Send + 'a>>;
