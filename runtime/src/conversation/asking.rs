//! A question being put together.

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::asked::{Asked, Gate, QuestionKind};
use super::respond::no_answer;
use crate::form::{ChoiceOption, DefaultValue, FieldErrors, Given, Policy, Schema};
use crate::question::{Body, GateForm, InputRequest, Message, Question, Unaskable, Values};

pub(crate) type Check = fn(Option<&Value>, &Schema, Policy) -> Result<(), FieldErrors>;

/// A question for a `T`, before it is asked. Its methods are the keys of `#[ask]`.
#[must_use = "a question does nothing until it is asked"]
pub struct Asking<T> {
    key: Cow<'static, str>,
    message: Message,
    schema: Option<Cow<'static, Schema>>,
    kind: QuestionKind,
    check: Check,
    decides: bool,
    verify: Option<Verify>,
    url: Option<String>,
    gate: GateKeys,
    given: Given,
    covers: Vec<[u8; 32]>,
    unfit: Option<Unaskable>,
    asked: PhantomData<fn() -> T>,
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

/// A question for a `T`, with this key and message.
///
/// The key is 1 to 64 of `[A-Za-z0-9_.-]`; the same key in every round.
pub fn form<'call, T: Asked<'call>>(
    key: impl AsRef<str>,
    message: impl Into<Message>,
) -> Asking<T> {
    spec(key.as_ref().to_owned()).message(message)
}

/// A question to visit a URL, for [`Ask::all`](crate::Ask::all): absolute, https, without user info, at most 2,048 characters.
///
/// The answer is a `Consent`, or an `Answer<Consent>`. The key is as that of [`form`].
pub fn url<'call, T: Asked<'call>>(
    key: impl AsRef<str>,
    url: impl Into<String>,
    message: impl Into<Message>,
) -> Asking<T> {
    const {
        assert!(
            matches!(T::KIND, QuestionKind::Url),
            "`url` asks for `Consent` or `Answer<Consent>`"
        )
    };
    form(key, message).url(url.into())
}

/// A question without its message yet. One sync call, so that a type that cannot be asked for gives one error.
#[doc(hidden)]
pub fn spec<'call, T: Asked<'call>>(key: impl Into<Cow<'static, str>>) -> Asking<T> {
    Asking {
        key: key.into(),
        message: Message::from(""),
        schema: T::schema().map(Cow::Borrowed),
        kind: T::KIND,
        check: T::check,
        decides: T::DECIDES,
        verify: None,
        url: None,
        gate: GateKeys::default(),
        given: Given::new(),
        covers: Vec::new(),
        unfit: None,
        asked: PhantomData,
    }
}

impl<T> Asking<T> {
    /// The choices of an open field (`#[form(choices)]`), by its wire name: values, or values and titles.
    pub fn choices<C: Into<ChoiceOption>>(
        mut self,
        field: impl Into<Cow<'static, str>>,
        choices: impl IntoIterator<Item = C>,
    ) -> Self {
        self.given = self.given.choices(field, choices);
        self
    }

    /// A field's default, by its wire name: what the person sees first. It is never filled in for them.
    pub fn default(
        mut self,
        field: impl Into<Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.given = self.given.default(field, value);
        self
    }

    /// Binds a value that is not shown: an answer counts only while the value is the same.
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => self.covers.push(crate::canonical::digest(&value)),
            Err(_) => self.unfit = Some(Unaskable::Cover),
        }
        self
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
    pub(crate) fn ready(self) -> Result<Ready, (String, Unaskable)> {
        let key = self.key.clone();
        let (check, decides, verify) = (self.check, self.decides, self.verify);
        let question = self
            .question()
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

    fn question(self) -> Result<Question, Unaskable> {
        if let Some(unfit) = self.unfit {
            return Err(unfit);
        }
        let body = match (self.kind, self.schema) {
            (QuestionKind::Gate, _) => Body::Gate(match (self.gate.typed, self.gate.plain) {
                (Some(text), _) => GateForm::typed(text, self.gate.label.as_deref()),
                (None, true) => GateForm::plain(),
                (None, false) => GateForm::yes_no(self.gate.label.as_deref()),
            }),
            (QuestionKind::Url, _) => Body::Url(self.url.unwrap_or_default()),
            (QuestionKind::Form, None) => {
                return Err(Unaskable::Schema("it has no form".to_owned()));
            }
            (QuestionKind::Form, Some(schema)) => {
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
            covers: self.covers,
        })
    }
}

impl<T: Gate> Asking<T> {
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

/// A question of another kind, whose raw answer is read as a `T`.
#[must_use = "a question does nothing until it is asked"]
pub struct AskingInput<T> {
    key: Cow<'static, str>,
    request: InputRequest,
    asked: PhantomData<fn() -> T>,
}

/// Any input request that is neither form nor URL, with this key: sampling, roots, and kinds to come.
pub fn input<T: DeserializeOwned>(
    key: impl AsRef<str>,
    request: impl Into<InputRequest>,
) -> AskingInput<T> {
    AskingInput {
        key: key.as_ref().to_owned().into(),
        request: request.into(),
        asked: PhantomData,
    }
}

impl<T: DeserializeOwned> AskingInput<T> {
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn ready(self) -> Result<Ready, (String, Unaskable)> {
        let question = Question {
            key: self.key,
            message: Message::from(""),
            body: Body::Input(self.request),
            covers: Vec::new(),
        };
        match question.check() {
            Ok(()) => Ok(Ready {
                question,
                check: readable::<T>,
                decides: false,
                verify: None,
            }),
            Err(unaskable) => Err((question.key.into_owned(), unaskable)),
        }
    }
}

/// Whether a raw answer can be read as a `T`.
fn readable<T: DeserializeOwned>(
    content: Option<&Value>,
    _: &Schema,
    _: Policy,
) -> Result<(), FieldErrors> {
    let content = content.unwrap_or(&Value::Null);
    T::deserialize(content).map(drop).map_err(|_| no_answer())
}
