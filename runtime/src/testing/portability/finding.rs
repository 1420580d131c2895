//! What was found, as types.

use std::fmt;

use super::catalogue::{Client, Lint, Severity};
use crate::form::errors::lines;
use crate::form::escape::bounded;

/// One thing in a form that a client does badly. Displays as one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    field: Box<str>,
    lint: Lint,
    effect: Box<str>,
}

impl Finding {
    /// `field` is empty where it is the whole form.
    pub(super) fn new(field: &str, lint: Lint, effect: impl Into<Box<str>>) -> Self {
        Self {
            field: field.into(),
            lint,
            effect: effect.into(),
        }
    }

    /// The field's wire name; empty when it is the whole form.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }

    /// What was looked for.
    #[must_use]
    pub const fn lint(&self) -> Lint {
        self.lint
    }

    /// How bad it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.lint.severity()
    }

    /// The clients in which it was seen.
    #[must_use]
    pub const fn clients(&self) -> &'static [Client] {
        self.lint.clients()
    }

    /// What happens there.
    #[must_use]
    pub fn effect(&self) -> &str {
        &self.effect
    }

    /// What to do about it.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        self.lint.remedy()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.severity())?;
        if !self.field.is_empty() {
            write!(f, "`{}`: ", bounded(&self.field))?;
        }
        write!(f, "{}; {}", self.effect, self.remedy())
    }
}

/// What was found in a form. Displays as a list, one a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// The findings, in the order of the form's fields; the whole form's come last.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Without what one lint finds.
    #[must_use]
    pub fn except(mut self, lint: Lint) -> Self {
        self.0.retain(|finding| finding.lint != lint);
        self
    }

    /// Without what one lint finds in the field with this wire name (empty: in the whole form).
    #[must_use]
    pub fn except_in(mut self, field: &str, lint: Lint) -> Self {
        self.0
            .retain(|finding| finding.lint != lint || *finding.field != *field);
        self
    }

    /// Without what a client does that this server need not serve: what is seen in other clients too stays.
    #[must_use]
    pub fn except_client(mut self, client: Client) -> Self {
        self.0.retain(|finding| finding.clients() != [client]);
        self
    }

    /// Only what does harm.
    #[must_use]
    pub fn harms(mut self) -> Self {
        self.0
            .retain(|finding| finding.severity() == Severity::Harm);
        self
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lines(f, &self.0)
    }
}
