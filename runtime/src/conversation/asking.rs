//! A question being put together.

mod input;
mod schema;

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::asked::{Asked, Gate, QuestionKind};
use super::keys::{FilledIn, Visit};
use crate::form::{ChoiceOption, DefaultValue, FieldErrors, Given, Member, Policy, Schema, secret};
use crate::question::{Body, GateForm, Message, Question, Unaskable, Values};

pub use input::{AskingInput, input};
pub use schema::{FormAnswer, GivenSchema, HasSchema, NoSchema, OwnSchema, Untyped};

pub(crate) type Check = fn(Option<&Value>, &Schema, Policy) -> Result<(), FieldErrors>;

/// A question for a `T`, before it is asked. Its methods are the keys of `#[ask]`, without those that see to the answer
/// (`check`, `until`, `wait`): these belong to a question that is awaited by itself, see [`AskOne`](crate::AskOne).
///
/// `S` says where its schema is from: its type, or a call of `schema`.
#[must_use = "a question does nothing until it is asked"]
pub struct Asking<T, S = OwnSchema> {
    key: Cow<'static, str>,
    message: Message,
    schema: FormSchema,
    kind: QuestionKind,
    check: Check,
    decides: bool,
    verify: Option<Verify>,
    url: Option<String>,
    gate: GateKeys,
    given: Given,
    covers: Result<Vec<[u8; 32]>, Unaskable>,
    secrets: Secrets,
    asked: PhantomData<fn() -> (T, S)>,
}

/// Where a form's fields are from.
enum FormSchema {
    /// The question has no form of its own.
    None,
    Known(&'static Schema),
    /// Given by the call; read when the question is asked.
    Json(Value),
}

/// Whether a question is looked at for secrets.
#[derive(Clone, Copy, PartialEq)]
enum Secrets {
    /// Its literal message was, when it was compiled.
    Compiled,
    /// When it is asked.
    LookedFor,
    /// The author says that it asks for none.
    None,
}

#[derive(Default)]
struct GateKeys {
    typed: Option<String>,
    plain: bool,
    label: Option<String>,
}

/// A question whose answer has been told how it is checked, its type forgotten.
pub(crate) struct Ready {
    pub(crate) question: Question,
    pub(crate) check: Check,
    pub(crate) decides: bool,
    pub(crate) verify: Option<Verify>,
}

/// What has to be seen to before an answer counts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Verify {
    /// A rule of the call's own.
    Rule,
    /// Whether what a visit is for is finished.
    Visit {
        /// Whether it was before the question was put.
        finished: bool,
        /// For how long the request is held open after an accept.
        wait: Duration,
    },
}

/// A form, for [`Ask::all`](crate::Ask::all): see [`Ask::form`](crate::Ask::form).
pub fn form<T: FormAnswer>(key: impl AsRef<str>, message: impl Into<Message>) -> Asking<T> {
    let mut asking = T::asking(key.as_ref().to_owned().into()).message(message);
    asking.secrets = Secrets::LookedFor;
    asking
}

/// A question to visit a URL, for [`Ask::all`](crate::Ask::all): absolute, https, without user info, at most 2,048 characters.
///
/// The answer is a `Consent`, or an `Answer<Consent>`. The key is as that of [`form`].
pub fn url<'call, T: Asked<'call> + Visit>(
    key: impl AsRef<str>,
    url: impl Into<String>,
    message: impl Into<Message>,
) -> Asking<T> {
    spec(key.as_ref().to_owned())
        .message(message)
        .url(url.into())
}

/// A question without its message yet. One sync call, so that a type that cannot be asked for gives one error.
#[doc(hidden)]
pub fn spec<'call, T: Asked<'call>>(key: impl Into<Cow<'static, str>>) -> Asking<T> {
    let mut asking = blank(key.into(), T::KIND, T::check, T::DECIDES);
    asking.schema = T::schema().map_or(FormSchema::None, FormSchema::Known);
    asking
}

/// A question of which only the kind is known.
fn blank<T>(key: Cow<'static, str>, kind: QuestionKind, check: Check, decides: bool) -> Asking<T> {
    Asking {
        key,
        message: Message::from(""),
        schema: FormSchema::None,
        kind,
        check,
        decides,
        verify: None,
        url: None,
        gate: GateKeys::default(),
        given: Given::new(),
        covers: Ok(Vec::new()),
        secrets: Secrets::Compiled,
        asked: PhantomData,
    }
}

impl<T: FilledIn, S> Asking<T, S> {
    /// The choices of an open field (`#[form(choices)]`): see [`AskOne::choices`](crate::AskOne::choices).
    pub fn choices<C: Into<ChoiceOption>>(
        mut self,
        field: impl Into<Cow<'static, str>>,
        choices: impl IntoIterator<Item = C>,
    ) -> Self {
        self.given = self.given.choices(wire::<T>(field.into()), choices);
        self
    }

    /// A field's default: see [`AskOne::default`](crate::AskOne::default).
    pub fn default(
        mut self,
        field: impl Into<Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.given = self.given.default(wire::<T>(field.into()), value);
        self
    }

    /// Why this form asks for no secret, although it names one: see [`AskOne::sensitive`](crate::AskOne::sensitive).
    pub fn sensitive(mut self, reason: &'static str) -> Self {
        let _ = reason;
        self.secrets = Secrets::None;
        self
    }
}

/// The wire name of a field that is named as the struct or the wire has it.
fn wire<T: FilledIn>(field: Cow<'static, str>) -> Cow<'static, str> {
    let mut members = T::MEMBERS.iter();
    match members.find(|Member { name, .. }| *name == field) {
        Some(member) => member.wire.into(),
        None => field,
    }
}

/// Adds a value to those that a question binds.
fn cover(
    mut covers: Vec<[u8; 32]>,
    value: &(impl Serialize + ?Sized),
) -> Result<Vec<[u8; 32]>, Unaskable> {
    let value = serde_json::to_value(value).map_err(|_| Unaskable::Cover)?;
    covers.push(crate::canonical::digest(&value));
    Ok(covers)
}

impl<T, S> Asking<T, S> {
    /// Binds a value that is not shown: see [`AskOne::covers`](crate::AskOne::covers).
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.covers = self.covers.and_then(|covers| cover(covers, value));
        self
    }

    /// The same question, whose schema is from elsewhere.
    pub(super) fn with_schema_from<O>(self) -> Asking<T, O> {
        Asking {
            key: self.key,
            message: self.message,
            schema: self.schema,
            kind: self.kind,
            check: self.check,
            decides: self.decides,
            verify: self.verify,
            url: self.url,
            gate: self.gate,
            given: self.given,
            covers: self.covers,
            secrets: self.secrets,
            asked: PhantomData,
        }
    }

    /// The message, for the expansion of the macros, which makes it after the question.
    #[doc(hidden)]
    pub fn message(mut self, message: impl Into<Message>) -> Self {
        self.message = message.into();
        self
    }

    /// What collects the values that its message shows.
    #[doc(hidden)]
    #[must_use]
    pub fn values(&self) -> Values {
        Values::default()
    }

    /// Where the person is sent, for the expansion of the macros.
    #[doc(hidden)]
    pub fn url(mut self, url: String) -> Self {
        self.url = Some(url);
        self
    }

    /// Its answer counts only when it has been verified.
    pub(crate) fn verify(mut self, verify: Verify) -> Self {
        self.verify = Some(verify);
        self
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Puts the question together. The error names the key.
    pub(crate) fn ready(self, policy: Policy) -> Result<Ready, (String, Unaskable)> {
        let key = self.key.clone();
        let (check, decides, verify) = (self.check, self.decides, self.verify);
        let question = self
            .question(policy)
            .and_then(|question| question.check().map(|()| question));
        match question {
            Ok(question) => Ok(Ready {
                question,
                check,
                decides,
                verify,
            }),
            Err(unaskable) => Err((key.into_owned(), unaskable)),
        }
    }

    fn question(self, policy: Policy) -> Result<Question, Unaskable> {
        let covers = self.covers?;
        let body = match (self.kind, self.schema) {
            (QuestionKind::Gate, _) => Body::Gate(match (self.gate.typed, self.gate.plain) {
                (Some(text), _) => GateForm::typed(text, self.gate.label.as_deref()),
                (None, true) => GateForm::plain(),
                (None, false) => GateForm::yes_no(self.gate.label.as_deref()),
            }),
            (QuestionKind::Url, _) => Body::Url(self.url.unwrap_or_default()),
            (QuestionKind::Form, schema) => {
                if self.secrets == Secrets::LookedFor
                    && let Some(word) = self.message.literal().and_then(secret::find)
                {
                    return Err(Unaskable::Secret(word));
                }
                let schema = match schema {
                    FormSchema::None => {
                        return Err(Unaskable::Schema("it has no form".to_owned()));
                    }
                    FormSchema::Known(schema) => Cow::Borrowed(schema),
                    FormSchema::Json(json) => {
                        let sensitive = self.secrets == Secrets::None;
                        Cow::Owned(schema::read(&json, policy, sensitive)?)
                    }
                };
                if self.given.is_empty() && !schema.is_open() {
                    Body::Form(schema)
                } else {
                    let schema = schema.with(self.given);
                    Body::Form(Cow::Owned(
                        schema.map_err(|error| Unaskable::Schema(error.to_string()))?,
                    ))
                }
            }
        };
        Ok(Question {
            key: self.key,
            message: self.message,
            body,
            covers,
        })
    }
}

impl<T: Gate, S> Asking<T, S> {
    /// The person types this text (1 to 64 visible code points), which is compared on the server.
    pub fn typed(mut self, text: impl Display) -> Self {
        self.gate.typed = Some(text.to_string());
        self
    }

    /// No yes/no field: the gate opens on accept alone. Only for tools that are read-only or not destructive.
    pub fn plain(mut self) -> Self {
        self.gate.plain = true;
        self
    }

    /// The label of the field.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.gate.label = Some(label.into());
        self
    }
}
