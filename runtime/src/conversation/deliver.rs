//! A question on its way to the person, and the connection that carries it.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::round::Again;
use super::stop::LegFailure;
use crate::form::{FieldErrors, Schema};
use crate::question::{Body, InputRequest, MESSAGE_LIMIT, Question, TICKET, escape_message};

/// A question as it goes out, a re-ask's reasons and defaults included.
pub(crate) struct Delivered {
    pub(crate) key: String,
    pub(crate) message: String,
    pub(crate) content: Content,
    /// Whether it is a confirmation.
    pub(crate) gate: bool,
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
    /// `again` is why it is asked again, and the valid part of the last answer, for the next try; `ticket` what its URL takes.
    pub(super) fn new(question: &Question, again: Option<&Again>, ticket: Option<&str>) -> Self {
        let content = match &question.body {
            Body::Form(schema) => Content::Form(match again {
                Some(Again::Invalid(errors, content)) => {
                    schema.with_defaults_from(content.as_ref(), errors)
                }
                Some(Again::Unfinished) | None => schema.clone().into_owned(),
            }),
            // Never a default on a gate.
            Body::Gate(gate) => Content::Form(gate.schema().clone()),
            Body::Url(url) => Content::Url(match ticket {
                Some(ticket) => url.replace(TICKET, ticket),
                None => url.clone(),
            }),
            Body::Input(request) => Content::Input(request.clone()),
        };
        let message = question.message.text();
        let message = match again {
            Some(Again::Invalid(errors, _)) => with_reasons(message, errors),
            Some(Again::Unfinished) => with_line(message, UNFINISHED),
            None => message.to_owned(),
        };
        Self {
            key: question.key.clone().into_owned(),
            message,
            content,
            gate: question.is_gate(),
        }
    }
}

/// What is told to a person who agreed to a visit before what it is for was finished.
const UNFINISHED: &str = "This is not finished yet. Finish it there, then accept again.";

/// The message, and under it a line of ours, if a message can hold both.
fn with_line(message: &str, line: &str) -> String {
    let text = format!("{message}\n\n{line}");
    if text.chars().count() > MESSAGE_LIMIT {
        message.to_owned()
    } else {
        text
    }
}

/// The message, and under it as much of what has to be mended as a message can hold. The person's values are never quoted.
fn with_reasons(message: &str, errors: &FieldErrors) -> String {
    let mut text = message.to_owned();
    let mut left = MESSAGE_LIMIT.saturating_sub(message.chars().count());
    let mut heading = "\n\nPlease correct:";
    for error in errors.iter() {
        // Its field, unless it is about the answer as a whole, and the sentence.
        let line = escape_message(&format!("- {error}"));
        let length = heading.chars().count() + 1 + line.chars().count();
        if length > left {
            break;
        }
        left -= length;
        text.push_str(heading);
        text.push('\n');
        text.push_str(&line);
        heading = "";
    }
    text
}

/// A connection on which a question is asked and awaited in place (the handshake era).
pub(crate) trait BackChannel: Send + Sync {
    /// Asks, and waits for the raw response.
    fn ask<'a>(&'a self, question: &'a Delivered) -> Leg<'a>;

    /// Lets something be heard, so that nobody takes the connection for dead while a call is held open. It waits for no reply.
    fn ping(&self) -> Ping<'_>;
}

/// How often a client that waits is told so, in milliseconds.
pub(crate) const KEEP_ALIVE: u64 = 10_000;

/// Whoever waits for the call, and may give it up when nothing is heard of it.
pub(crate) trait KeepAlive: Send + Sync {
    /// Tells what the call waits for. It returns at once.
    fn tell(&self, waits_for: &'static str);
}

/// A ping being sent.
pub(crate) type Ping<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// A question under way.
pub(crate) type Leg<'a> = Pin<Box<dyn Future<Output = Result<Value, LegFailure>> + Send + 'a>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Fault, Rule};

    fn errors(said: &str) -> FieldErrors {
        let mut errors = FieldErrors::default();
        errors.add("a", Fault::new(Rule::Check, said.to_owned()));
        errors.add("b", Fault::new(Rule::Missing, "It is missing."));
        errors
    }

    #[test]
    fn what_has_to_be_mended_stands_under_the_message() {
        assert_eq!(
            with_reasons("Why?", &errors("Too\u{202e}short.")),
            "Why?\n\nPlease correct:\n- a: Too\\u{202e}short.\n- b: It is missing."
        );
    }

    #[test]
    fn a_message_with_its_reasons_is_no_longer_than_a_message() {
        let first = with_reasons("", &errors("x"))
            .find("\n- b")
            .unwrap_or_default();
        for length in [2_000, 2_001 - first, 2_000 - first, 1_900] {
            let message = "w".repeat(length);
            let text = with_reasons(&message, &errors("x"));
            assert!(text.chars().count() <= MESSAGE_LIMIT, "{length}");
            let fits = length + first <= 2_000;
            assert_eq!(text.contains("Please correct:\n- a"), fits, "{length}");
            assert!(fits || text == message, "{length}");
        }
    }
}
