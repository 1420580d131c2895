//! What a form is answered with: a type with a schema of its own, or, of a form known only as a schema, its fields.

use std::borrow::{Borrow, Cow};

use serde_json::{Map, Value};

use super::super::asked::{Asked, QuestionKind, Receipt, Settled};
use super::super::keys::FilledIn;
use super::{Asking, FormSchema, blank, spec};
use crate::answer::Answer;
use crate::form::{self, FieldErrors, Form, Policy, Schema, check};
use crate::question::Unaskable;

/// The fields of a form known only as a schema, by their names; those that were not answered are absent.
type Fields = Map<String, Value>;

/// The question's schema is the one of its type.
#[derive(Debug)]
pub enum OwnSchema {}

/// The question's schema was given by the call.
#[derive(Debug)]
pub enum GivenSchema {}

/// The question's schema is not given yet.
#[derive(Debug)]
pub enum NoSchema {}

/// A question that has its schema, so that it can be asked.
#[diagnostic::on_unimplemented(
    message = "a form known only as a schema has none here",
    label = "this question has no schema",
    note = "give it one: `ask.form(…).schema(json).await?`; or say what is asked for, a struct with `#[derive(askback::Form)]`: `let details: Details = ask.form(…).await?`"
)]
pub trait HasSchema {}

#[diagnostic::do_not_recommend]
impl HasSchema for OwnSchema {}

#[diagnostic::do_not_recommend]
impl HasSchema for GivenSchema {}

/// What a form is answered with: a [`Form`], an [`Answer`] of one, and, with `.schema(json)`, a
/// `serde_json::Map<String, Value>` or an [`Answer`] of it.
///
/// It is implemented by this crate alone; derive `Form` for a type of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a form is answered with",
    label = "not a form",
    note = "ask for a struct with `#[derive(askback::Form)]`, or for `Answer<_>` of one; confirmations have `ask.confirm`, visits `ask.url`",
    note = "where nothing else says it, say what is asked for: `let details: Details = ask.form(…).await?`",
    note = "a form known only as a schema is answered with a `serde_json::Map<String, serde_json::Value>`: `ask.form(…).schema(json)`"
)]
pub trait FormAnswer: Sized + Send {
    /// Where the schema is from, as long as the call gives none.
    #[doc(hidden)]
    type Schema;

    /// The question, without its message yet.
    #[doc(hidden)]
    fn asking(key: Cow<'static, str>) -> Asking<Self>;

    /// The value that the handler gets.
    #[doc(hidden)]
    fn receive(receipt: Receipt<'_, '_>) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Form> FormAnswer for T {
    type Schema = OwnSchema;

    fn asking(key: Cow<'static, str>) -> Asking<Self> {
        spec(key)
    }

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        <Self as Asked<'_>>::receive(receipt)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Form> FormAnswer for Answer<T> {
    type Schema = OwnSchema;

    fn asking(key: Cow<'static, str>) -> Asking<Self> {
        spec(key)
    }

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        <Self as Asked<'_>>::receive(receipt)
    }
}

#[diagnostic::do_not_recommend]
impl FormAnswer for Fields {
    type Schema = NoSchema;

    fn asking(key: Cow<'static, str>) -> Asking<Self> {
        blank(key, QuestionKind::Form, check_fields, false)
    }

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        match receipt.settled {
            Settled::Form {
                content,
                schema,
                policy,
            } => <Self as FilledIn>::read(content, schema, policy).ok(),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl FormAnswer for Answer<Fields> {
    type Schema = NoSchema;

    fn asking(key: Cow<'static, str>) -> Asking<Self> {
        blank(key, QuestionKind::Form, check_fields, true)
    }

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        match receipt.settled {
            Settled::Declined => Some(Self::Decline),
            Settled::Cancelled => Some(Self::Cancel),
            Settled::Unavailable => Some(Self::Unavailable),
            _ => Fields::receive(receipt).map(Self::Accept),
        }
    }
}

fn check_fields(
    content: Option<&Value>,
    schema: &Schema,
    policy: Policy,
) -> Result<(), FieldErrors> {
    check(content, schema, policy).map(drop)
}

/// What a form known only as a schema is answered with: `serde_json::Map<String, Value>`, or an [`Answer`] of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a schema of its own",
    label = "`schema` belongs to a form known only as a schema",
    note = "drop `.schema(…)`, or take the answer as a `serde_json::Map<String, serde_json::Value>` or `Answer<_>` of it"
)]
pub trait Untyped: FormAnswer {}

#[diagnostic::do_not_recommend]
impl Untyped for Fields {}

#[diagnostic::do_not_recommend]
impl Untyped for Answer<Fields> {}

#[diagnostic::do_not_recommend]
impl FilledIn for Fields {
    type Form = Self;
    const MEMBERS: &'static [form::Member] = &[];

    fn read(content: Option<&Value>, schema: &Schema, policy: Policy) -> Result<Self, FieldErrors> {
        match check(content, schema, policy)? {
            Value::Object(fields) => Ok(fields),
            _ => Ok(Self::new()),
        }
    }
}

impl<T: Untyped, S> Asking<T, S> {
    /// The schema of a form that is known only at run time: see [`AskOne::schema`](crate::AskOne::schema).
    pub fn schema(self, json: impl Borrow<Value>) -> Asking<T, GivenSchema> {
        let mut asking = self.with_schema_from();
        asking.schema = FormSchema::Json(json.borrow().clone());
        asking
    }
}

/// Reads a schema that the call gave. The error has every way in which it leaves the profile.
pub(super) fn read(json: &Value, policy: Policy, sensitive: bool) -> Result<Schema, Unaskable> {
    let properties = json.get("properties").and_then(Value::as_object);
    let names: Vec<&str> = properties
        .filter(|_| sensitive)
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default();
    Schema::from_json_with_sensitive(json, policy, &names).map_err(|violations| {
        Unaskable::Schema(format!(
            "its schema is not that of a flat form\n{violations}"
        ))
    })
}
