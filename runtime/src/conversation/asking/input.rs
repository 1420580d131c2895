//! A question of another kind, being put together.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::respond::no_answer;
use super::{Ready, cover};
use crate::form::{FieldErrors, Policy, Schema};
use crate::question::{Body, InputRequest, Message, Question, Unaskable};

/// A question of another kind, whose raw answer is read as a `T`.
#[must_use = "a question does nothing until it is asked"]
pub struct AskingInput<T> {
    key: Cow<'static, str>,
    request: InputRequest,
    covers: Result<Vec<[u8; 32]>, Unaskable>,
    asked: PhantomData<fn() -> T>,
}

/// Any input request that is neither form nor URL, with this key, for [`Ask::all`](crate::Ask::all): sampling, roots, and
/// kinds to come. See [`Ask::input`](crate::Ask::input).
pub fn input<T: DeserializeOwned>(
    key: impl AsRef<str>,
    request: impl Into<InputRequest>,
) -> AskingInput<T> {
    AskingInput {
        key: key.as_ref().to_owned().into(),
        request: request.into(),
        covers: Ok(Vec::new()),
        asked: PhantomData,
    }
}

impl<T> AskingInput<T> {
    /// Binds a value that is not in the request: an answer counts only while the value is the same.
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.covers = self.covers.and_then(|covers| cover(covers, value));
        self
    }
}

impl<T: DeserializeOwned> AskingInput<T> {
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Puts the question together. The error names the key.
    pub(crate) fn ready(self) -> Result<Ready, (String, Unaskable)> {
        let key = self.key.clone();
        let question = self.covers.and_then(|covers| {
            let question = Question {
                key: self.key,
                message: Message::from(""),
                body: Body::Input(self.request),
                covers,
            };
            question.check().map(|()| question)
        });
        match question {
            Ok(question) => Ok(Ready {
                question,
                check: readable::<T>,
                decides: false,
                verify: None,
            }),
            Err(unaskable) => Err((key.into_owned(), unaskable)),
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
