//! Choices and defaults that only the call knows.

use std::borrow::Cow;

use super::{ChoiceOption, DefaultValue};

/// What a call gives to a form: choices of its open fields, and defaults.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub(super) choices: Vec<(Cow<'static, str>, Vec<ChoiceOption>)>,
    pub(super) defaults: Vec<(Cow<'static, str>, DefaultValue)>,
}

impl Given {
    /// Nothing given.
    pub const fn new() -> Self {
        Self {
            choices: Vec::new(),
            defaults: Vec::new(),
        }
    }

    /// Whether nothing is given.
    pub const fn is_empty(&self) -> bool {
        self.choices.is_empty() && self.defaults.is_empty()
    }

    /// The choices of an open field: values, or pairs of value and title.
    #[must_use]
    pub fn choices<I>(mut self, field: impl Into<Cow<'static, str>>, choices: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<ChoiceOption>,
    {
        self.choices
            .push((field.into(), choices.into_iter().map(Into::into).collect()));
        self
    }

    /// The default of a field.
    #[must_use]
    pub fn default(
        mut self,
        field: impl Into<Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.defaults.push((field.into(), value.into()));
        self
    }
}
