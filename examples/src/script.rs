//! What a person answers who answers from a script.

use std::time::Duration;

use anyhow::{Context as _, bail};
use serde_json::{Map, Value};

use crate::{part::Part, scripted::Scripted};

/// What a scripted person answers, in the order of the questions.
#[derive(Debug, Clone, Default)]
pub struct Script(Vec<Entry>);

/// The answer to one question.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) part: Part,
    /// Whether the call goes on without it.
    optional: bool,
}

/// What the scripted person refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Whether it is dismissed, or declined.
    pub(crate) cancels: bool,
    key: Option<String>,
}

/// How long a scripted person takes. A server may remark on answers that come sooner than a person's could.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Before a confirmation is accepted.
    pub(crate) accept: Duration,
    /// Before a question is declined or dismissed.
    pub(crate) refuse: Duration,
    /// Between the consent to a visit and the visit.
    pub(crate) visit: Duration,
}

impl Pace {
    /// As a person who reads first.
    pub const READING: Self = Self {
        accept: Duration::from_millis(1_050),
        refuse: Duration::from_millis(2_050),
        visit: Duration::from_millis(500),
    };
    /// At once.
    pub const NONE: Self = Self {
        accept: Duration::ZERO,
        refuse: Duration::ZERO,
        visit: Duration::ZERO,
    };
}

impl Refusal {
    /// Declines the question with this key, or the first.
    #[must_use]
    pub fn decline(key: Option<&str>) -> Self {
        Self {
            cancels: false,
            key: key.map(str::to_owned),
        }
    }

    /// Dismisses the question with this key, or the first.
    #[must_use]
    pub fn cancel(key: Option<&str>) -> Self {
        Self {
            cancels: true,
            key: key.map(str::to_owned),
        }
    }

    /// The question's key; `None` stands for the first question.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Reads `decline`, `decline=KEY`, `cancel` or `cancel=KEY`.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let (verb, key) = match word.split_once('=') {
            Some((_, "")) => return None,
            Some((verb, key)) => (verb, Some(key)),
            None => (word, None),
        };
        match verb {
            "decline" => Some(Self::decline(key)),
            "cancel" => Some(Self::cancel(key)),
            _ => None,
        }
    }
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers the form with this key: field name → value. What is no object counts as empty.
    #[must_use]
    pub fn form(self, key: &str, values: Value) -> Self {
        let values = match values {
            Value::Object(values) => values,
            _ => Map::new(),
        };
        self.with(key, Part::Form(values))
    }

    /// Says yes to the question with this key: a form of one yes/no field, or of none.
    #[must_use]
    pub fn yes(self, key: &str) -> Self {
        self.with(key, Part::Yes)
    }

    /// Types the text into the one field of the confirmation with this key.
    #[must_use]
    pub fn types(self, key: &str, text: &str) -> Self {
        self.with(key, Part::Typed(text.to_owned()))
    }

    /// Agrees to visit the URL of the question with this key, and goes there.
    #[must_use]
    pub fn visit(self, key: &str) -> Self {
        self.with(key, Part::Visit { goes: true })
    }

    /// Agrees to visit the URL of the question with this key, and does not go there.
    #[must_use]
    pub fn put_off(self, key: &str) -> Self {
        self.with(key, Part::Visit { goes: false })
    }

    /// The call goes on, and ends well, if the answer before this is refused.
    #[must_use]
    pub fn optional(mut self) -> Self {
        if let Some(entry) = self.0.last_mut() {
            entry.optional = true;
        }
        self
    }

    fn with(mut self, key: &str, part: Part) -> Self {
        self.0.push(Entry {
            key: key.to_owned(),
            part,
            optional: false,
        });
        self
    }

    /// Whether the call ends well with this refusal.
    ///
    /// # Errors
    ///
    /// A question that the script has no answer to cannot be refused either.
    pub fn ends_well(&self, refusal: Option<&Refusal>) -> anyhow::Result<bool> {
        let Some(refusal) = refusal else {
            return Ok(true);
        };
        let Some(key) = &refusal.key else {
            let first = self.0.first().context("the script is empty")?;
            return Ok(first.optional);
        };
        let Some(entry) = self.0.iter().find(|entry| entry.key == *key) else {
            let keys: Vec<_> = self.0.iter().map(|entry| entry.key.as_str()).collect();
            bail!(
                "the script has no question `{key}`; it has {}",
                keys.join(", ")
            );
        };
        Ok(entry.optional)
    }

    /// A person who answers from this script, each entry once, at the pace of one who reads.
    #[must_use]
    pub fn person(self, refusal: Option<Refusal>) -> Scripted {
        Scripted::new(self.0, refusal)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refusal_ends_well_only_where_the_answer_is_optional() {
        let script = Script::new()
            .form("notes", json!({}))
            .optional()
            .yes("confirmed");
        let ends_well = |refusal: Refusal| script.ends_well(Some(&refusal));
        assert!(script.ends_well(None).unwrap());
        for refuse in [Refusal::decline, Refusal::cancel] {
            assert!(ends_well(refuse(None)).unwrap());
            assert!(ends_well(refuse(Some("notes"))).unwrap());
            assert!(!ends_well(refuse(Some("confirmed"))).unwrap());
            let error = ends_well(refuse(Some("other"))).unwrap_err().to_string();
            assert!(error.contains("it has notes, confirmed"), "{error}");
        }
    }
}
