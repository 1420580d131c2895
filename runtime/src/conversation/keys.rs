//! The keys of `#[ask]` as functions, each with the bound that says which questions it belongs to.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use super::asked::{Consent, Gate};
use super::asking::Asking;
use crate::answer::Answer;
use crate::form::{ChoiceOption, DefaultValue, FieldErrors, Form, Member, Policy, Schema, decode};
use crate::question::Message;

/// A type that the person fills in: only such a question takes `choices`, `default` and `check`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "`choices`, `default` and `check` belong to a form",
    note = "make the parameter a struct with `#[derive(askback::Form)]`, or drop the key"
)]
pub trait FilledIn {
    /// What is filled in.
    type Form;
    /// The form's fields.
    #[doc(hidden)]
    const MEMBERS: &'static [Member];

    /// Reads an accepted answer.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    #[doc(hidden)]
    fn read(
        content: Option<&Value>,
        schema: &Schema,
        policy: Policy,
    ) -> Result<Self::Form, FieldErrors>;
}

#[diagnostic::do_not_recommend]
impl<T: Form> FilledIn for T {
    const MEMBERS: &'static [Member] = <T as Form>::MEMBERS;
    type Form = T;

    fn read(content: Option<&Value>, schema: &Schema, policy: Policy) -> Result<T, FieldErrors> {
        decode(content, schema, policy)
    }
}
#[diagnostic::do_not_recommend]
impl<T: FilledIn> FilledIn for Answer<T> {
    const MEMBERS: &'static [Member] = T::MEMBERS;
    type Form = T::Form;

    fn read(
        content: Option<&Value>,
        schema: &Schema,
        policy: Policy,
    ) -> Result<T::Form, FieldErrors> {
        T::read(content, schema, policy)
    }
}

/// A type that stands for a visit: only such a question takes `url`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a consent to a visit",
    label = "`url` belongs to a `Consent`",
    note = "make the parameter `Consent` or `Answer<Consent>`, or drop the key"
)]
pub trait Visit {}

impl Visit for Consent {}
#[diagnostic::do_not_recommend]
impl<T: Visit> Visit for Answer<T> {}

/// `typed = text`.
pub fn typed<T: Gate>(asking: Asking<T>, text: &(impl Display + ?Sized)) -> Asking<T> {
    asking.typed(text)
}

/// `plain`.
pub fn plain<T: Gate>(asking: Asking<T>) -> Asking<T> {
    asking.plain()
}

/// `label = text`.
pub fn label<T: Gate>(asking: Asking<T>, label: &(impl Display + ?Sized)) -> Asking<T> {
    asking.label(label.to_string())
}

/// `covers = value`.
pub fn covers<T>(asking: Asking<T>, value: &(impl Serialize + ?Sized)) -> Asking<T> {
    asking.covers(value)
}

/// `choices(field = choices)`.
pub fn choices<T: FilledIn, C: Into<ChoiceOption>>(
    asking: Asking<T>,
    field: &'static str,
    choices: impl IntoIterator<Item = C>,
) -> Asking<T> {
    asking.choices(field, choices)
}

/// `default(field = value)`.
pub fn default<T: FilledIn>(
    asking: Asking<T>,
    field: &'static str,
    value: impl Into<DefaultValue>,
) -> Asking<T> {
    asking.default(field, value)
}

/// `url = address`.
pub fn visit<T: Visit>(asking: Asking<T>, address: String) -> Asking<T> {
    asking.url(address)
}

/// A message that is an expression.
pub fn words(text: impl Into<String>) -> Message {
    Message::from(text.into())
}

/// A URL that is an expression.
pub fn address(address: impl Into<String>) -> String {
    address.into()
}
