//! The form of a confirmation, and what an answer to it says.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::{Unaskable, escape};
use crate::form::{Fault, FieldErrors, FieldSchema, Kind, Policy, Rule, Schema, check};

/// The field of a yes/no gate.
pub(crate) const YES: &str = "confirm";
/// The field of a gate that wants a text typed.
pub(crate) const TEXT: &str = "text";
const TYPED_LIMIT: u32 = 64;

/// The form that a confirmation shows. It never carries a default.
#[derive(Clone)]
pub struct GateForm {
    schema: Arc<Schema>,
    opening: Opening,
}

/// What opens the gate, besides the action `accept`.
#[derive(Clone, PartialEq)]
enum Opening {
    /// The yes/no field is true.
    Yes,
    /// The typed text is this one.
    Typed(String),
    /// Nothing else.
    Plain,
}

/// What an accepted answer to a gate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The gate opens.
    Open,
    /// The person said no.
    Closed,
}

impl GateForm {
    /// One required yes/no field; opens on accept **and** true.
    pub(crate) fn yes_no(label: Option<&str>) -> Self {
        static UNLABELLED: OnceLock<Arc<Schema>> = OnceLock::new();
        let schema = match label {
            None => UNLABELLED.get_or_init(|| boolean("Confirm")).clone(),
            Some(label) => boolean(label),
        };
        Self {
            schema,
            opening: Opening::Yes,
        }
    }

    /// The person types `text`, which is compared on the server.
    pub(crate) fn typed(text: String, label: Option<&str>) -> Self {
        let label = label.unwrap_or("Type the text to confirm");
        let kind = Kind::Text {
            min_length: Some(1),
            max_length: Some(TYPED_LIMIT),
            format: None,
        };
        Self {
            schema: one_field(TEXT, kind, label),
            opening: Opening::Typed(text),
        }
    }

    /// No field; opens on accept alone.
    pub(crate) fn plain() -> Self {
        static EMPTY: OnceLock<Arc<Schema>> = OnceLock::new();
        let empty = || Arc::new(Schema::new(Vec::new()));
        Self {
            schema: EMPTY.get_or_init(empty).clone(),
            opening: Opening::Plain,
        }
    }

    /// The form to show.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The text to type, if one is wanted.
    pub(crate) fn typed_text(&self) -> Option<&str> {
        match &self.opening {
            Opening::Typed(text) => Some(text),
            Opening::Yes | Opening::Plain => None,
        }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.opening == Opening::Plain
    }

    /// A text to type is 1 to 64 visible code points, so that it can be read and typed.
    pub(crate) fn check(&self) -> Result<(), Unaskable> {
        match self.typed_text() {
            Some(text)
                if text.trim() != text
                    || !(1..=TYPED_LIMIT as usize).contains(&text.chars().count())
                    || text.chars().any(escape::is_unsafe) =>
            {
                Err(Unaskable::TypedText)
            }
            _ => Ok(()),
        }
    }

    /// What the content of an accepted answer says.
    pub(crate) fn judge(
        &self,
        content: Option<&Value>,
        policy: Policy,
    ) -> Result<Verdict, FieldErrors> {
        let content = check(content, &self.schema, policy)?;
        match &self.opening {
            Opening::Plain => Ok(Verdict::Open),
            Opening::Yes => match content.get(YES) {
                Some(Value::Bool(true)) => Ok(Verdict::Open),
                _ => Ok(Verdict::Closed),
            },
            Opening::Typed(text) => match content.get(TEXT) {
                Some(Value::String(typed)) if typed == text => Ok(Verdict::Open),
                _ => {
                    let mut errors = FieldErrors::default();
                    errors.add(
                        TEXT,
                        Fault::new(Rule::Check, "This is not the text that was asked for."),
                    );
                    Err(errors)
                }
            },
        }
    }
}

fn boolean(label: &str) -> Arc<Schema> {
    one_field(YES, Kind::Boolean, label)
}

fn one_field(name: &'static str, kind: Kind, label: &str) -> Arc<Schema> {
    let field = FieldSchema::new(name, kind)
        .with_required(true)
        .with_title(escape::cut(label));
    Arc::new(Schema::new(vec![field]))
}
