//! The options of a choice.

use std::borrow::Cow;

use super::MAX_TITLE;
use crate::form::escape::{bounded_to, is_plain};

/// One option of a choice: the value on the wire and, perhaps, what the person reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ChoiceOption {
    value: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
}

impl ChoiceOption {
    /// An option known at compile time, without a title.
    pub const fn fixed(value: &'static str) -> Self {
        Self {
            value: Cow::Borrowed(value),
            title: None,
        }
    }

    /// An option known at compile time, with a title (at most 256 code points).
    pub const fn fixed_titled(value: &'static str, title: &'static str) -> Self {
        Self {
            value: Cow::Borrowed(value),
            title: Some(Cow::Borrowed(title)),
        }
    }

    /// An option without a title.
    pub fn new(value: impl Into<Cow<'static, str>>) -> Self {
        Self {
            value: value.into(),
            title: None,
        }
    }

    /// An option with a title (at most 256 code points).
    pub fn titled(
        value: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            value: value.into(),
            title: Some(title.into()),
        }
    }

    /// The value on the wire.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The title, if it has one of its own.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The same option, safe to show although it came at run time: what could mislead in its title is escaped, and a value
    /// that could mislead gets a title.
    pub(crate) fn shown(mut self) -> Self {
        let label = self.label();
        if !is_plain(label) {
            self.title = Some(Cow::Owned(bounded_to(&label, MAX_TITLE)));
        }
        self
    }

    /// What the person reads: the title, or the value.
    pub fn label(&self) -> &str {
        self.title().unwrap_or(&self.value)
    }
}

impl From<&str> for ChoiceOption {
    fn from(value: &str) -> Self {
        Self::new(value.to_owned())
    }
}

impl From<&String> for ChoiceOption {
    fn from(value: &String) -> Self {
        Self::new(value.clone())
    }
}

impl From<String> for ChoiceOption {
    fn from(value: String) -> Self {
        Self::new(value)
    }
}

impl From<Cow<'static, str>> for ChoiceOption {
    fn from(value: Cow<'static, str>) -> Self {
        Self::new(value)
    }
}

/// Value and title.
impl<V: Into<String>, T: Into<String>> From<(V, T)> for ChoiceOption {
    fn from((value, title): (V, T)) -> Self {
        Self::titled(value.into(), title.into())
    }
}

/// Value and title, borrowed.
impl<V: AsRef<str>, T: AsRef<str>> From<&(V, T)> for ChoiceOption {
    fn from((value, title): &(V, T)) -> Self {
        Self::titled(value.as_ref().to_owned(), title.as_ref().to_owned())
    }
}

/// The options of a field, in order, and how titles are written.
///
/// Without titles they go out as `enum`. With at least one title every option gets one (its own, or its value): `oneOf`
/// or `anyOf` of `const` and `title`; as `enum` with `enumNames` when legacy and a single choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    list: Cow<'static, [ChoiceOption]>,
    legacy: bool,
}

impl Options {
    /// No options yet: the call gives them.
    pub const fn none() -> Self {
        Self {
            list: Cow::Borrowed(&[]),
            legacy: false,
        }
    }

    /// Options known at compile time.
    pub const fn fixed(list: &'static [ChoiceOption], legacy: bool) -> Self {
        Self {
            list: Cow::Borrowed(list),
            legacy,
        }
    }

    /// Options known at run time.
    pub const fn new(list: Vec<ChoiceOption>, legacy: bool) -> Self {
        Self {
            list: Cow::Owned(list),
            legacy,
        }
    }

    /// The options, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, ChoiceOption> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none: an open field that was given no choices.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether this is one of the values, compared byte for byte.
    pub fn contains(&self, value: &str) -> bool {
        self.list.iter().any(|option| option.value() == value)
    }

    /// Whether titles go out as `enumNames`.
    pub const fn is_legacy(&self) -> bool {
        self.legacy
    }

    /// Whether any option has a title.
    pub fn is_titled(&self) -> bool {
        self.list.iter().any(|option| option.title.is_some())
    }
}

impl<'a> IntoIterator for &'a Options {
    type Item = &'a ChoiceOption;
    type IntoIter = std::slice::Iter<'a, ChoiceOption>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
