//! `Ask`: asking as you go.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::all::{AskAll, Parts};
use super::asked::{Asked, Gate, QuestionKind, Receipt, Settled};
use super::asking::{Asking, AskingInput, form, input};
use super::exchange::{Conversation, Reply};
use super::gate::{Confirmed, Grant};
use super::respond::no_answer;
use super::stop::{Pause, Stop};
use crate::form::{ChoiceOption, DefaultValue};
use crate::question::{Body, InputRequest, Message, Mode};
use crate::seal::How;

/// Asks the person, for conversations that depend on data.
///
/// A handler takes `ask: &mut Ask`. Every method gives the answer or a [`Pause`], which is passed on with `?`. In the modern era
/// an unanswered question ends the request, and the retry runs the handler again from the top: keep what must not run twice in
/// [`Ask::step`]. In the handshake era the question is awaited in place.
///
/// After a pause every method gives the same pause; a handler that returns something else has its result replaced.
pub struct Ask<'call> {
    pub(crate) conversation: Conversation,
    call: PhantomData<&'call ()>,
}

/// What a question is awaited through.
pub(super) type Awaited<'a, T> = Pin<Box<dyn Future<Output = Result<T, Pause>> + Send + 'a>>;

impl<'call> Ask<'call> {
    /// `_call` is what a [`Confirmed`] of this call borrows from.
    pub(crate) fn new(conversation: Conversation, _call: &'call ()) -> Self {
        Self {
            conversation,
            call: PhantomData,
        }
    }

    /// Asks for a form. `key` is 1 to 64 of `[A-Za-z0-9_.-]`, the same in every round and used once a call.
    pub fn form<T: Asked<'call>>(
        &mut self,
        key: impl AsRef<str>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T> {
        const {
            assert!(
                matches!(T::KIND, QuestionKind::Form),
                "`form` asks for a form; use `confirm` or `url`"
            )
        };
        AskOne {
            ask: self,
            asking: form(key, message),
        }
    }

    /// Asks for a confirmation. It covers the answers given before it.
    pub fn confirm<G>(
        &mut self,
        key: impl AsRef<str>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, Confirmed<'call, G>> {
        AskOne {
            ask: self,
            asking: form(key, message),
        }
    }

    /// Asks the person to visit a URL: absolute, https, without user info, at most 2,048 characters.
    pub fn url<T: Asked<'call>>(
        &mut self,
        key: impl AsRef<str>,
        url: impl Into<String>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T> {
        const {
            assert!(
                matches!(T::KIND, QuestionKind::Url),
                "`url` asks for `Consent` or `Answer<Consent>`"
            )
        };
        AskOne {
            ask: self,
            asking: form(key, message).url(url.into()),
        }
    }

    /// Sends any other input request: sampling, roots, and kinds to come. It never opens a gate.
    pub fn input<T: DeserializeOwned + Send>(
        &mut self,
        key: impl AsRef<str>,
        request: impl Into<InputRequest>,
    ) -> AskAll<'_, 'call, AskingInput<T>> {
        AskAll {
            ask: self,
            parts: input(key, request),
        }
    }

    /// Asks for as many forms as the iterator has, in one round (16 at once; more go out in further rounds).
    pub fn forms<T: Asked<'call>, K: AsRef<str>, M: Into<Message>>(
        &mut self,
        questions: impl IntoIterator<Item = (K, M)>,
    ) -> AskAll<'_, 'call, Vec<Asking<T>>> {
        let parts = questions
            .into_iter()
            .map(|(key, message)| form(key, message))
            .collect();
        AskAll { ask: self, parts }
    }

    /// Asks several questions of any kind but gates in one round: `ask.all((askback::form(…), askback::input(…)))`.
    pub fn all<P: Parts<'call>>(&mut self, parts: P) -> AskAll<'_, 'call, P> {
        AskAll { ask: self, parts }
    }

    /// Whether this client can be asked that.
    #[must_use]
    pub fn supports(&self, mode: Mode) -> bool {
        self.conversation.site.modes.contains(mode)
    }

    /// Computes a value once: later rounds get the same value, and `compute` is not awaited again.
    ///
    /// An error is not kept. A value whose answers above it have changed is computed anew.
    ///
    /// # Errors
    ///
    /// The error of `compute`, or a [`Pause`] made into one.
    pub async fn step<T, E, F>(&mut self, key: impl AsRef<str>, compute: F) -> Result<T, E>
    where
        T: Serialize + DeserializeOwned,
        E: From<Pause>,
        F: Future<Output = Result<T, E>>,
    {
        let key = key.as_ref();
        self.conversation.settle().await?;
        if let Some(value) = self.recall(key)? {
            return Ok(value);
        }
        let value = compute.await?;
        self.keep(key, &value)?;
        Ok(value)
    }
}

/// Used by the expansion of the macros.
#[doc(hidden)]
impl<'call> Ask<'call> {
    pub fn begin_pass(&mut self) {
        self.conversation.begin_pass();
    }

    /// Whether the plan is through, or has to be gone through again because something was asked in place.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn end_pass(&mut self) -> Result<bool, Pause> {
        self.conversation.end_pass().await
    }

    /// Adds a question to the round that is being put together.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn put<T: Asked<'call>>(&mut self, asking: Asking<T>) -> Result<(), Pause> {
        match asking.ready() {
            Ok(ready) => self.conversation.put(ready).await,
            Err((key, why)) => Err(self.conversation.stop(Stop::Unaskable { key, why })),
        }
    }

    /// The answer to a question that was put.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn take<T: Asked<'call>>(&mut self, key: &str) -> Result<T, Pause> {
        self.conversation.settle().await?;
        self.receive(key)
    }

    /// A step's value from an earlier round.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call has stopped.
    pub fn recall<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, Pause> {
        let conversation = &mut self.conversation;
        conversation.reserve(key)?;
        if !crate::question::is_key(key) {
            let misuse = format!(
                "the step's key `{key}` is not 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`"
            );
            return Err(conversation.stop(Stop::Misuse(misuse)));
        }
        let step = conversation
            .journal
            .steps
            .get(key)
            .filter(|step| step.stands_below(&conversation.above));
        Ok(step.and_then(|step| T::deserialize(&step.value).ok()))
    }

    /// Keeps a step's value for later rounds.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the value cannot be written as JSON.
    pub fn keep<T: Serialize>(&mut self, key: &str, value: &T) -> Result<(), Pause> {
        let conversation = &mut self.conversation;
        if conversation.terms.unsealed {
            let misuse = format!(
                "the step `{key}` cannot be kept by an `unsealed` handler; drop `unsealed`"
            );
            return Err(conversation.stop(Stop::Misuse(misuse)));
        }
        match serde_json::to_value(value) {
            Ok(value) => {
                conversation.journal.steps.insert(
                    key.to_owned(),
                    super::journal::Step::new(conversation.above, value),
                );
                Ok(())
            }
            Err(_) => {
                let misuse = format!(
                    "the step `{key}` cannot be written as JSON, so it cannot be carried between rounds"
                );
                Err(conversation.stop(Stop::Misuse(misuse)))
            }
        }
    }

    /// The last check before the body.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the request has been cancelled meanwhile.
    pub fn enter(&mut self) -> Result<(), Pause> {
        self.conversation.go_on()?;
        if (self.conversation.site.cancelled)() {
            return Err(self.conversation.stop(Stop::RequestCancelled));
        }
        Ok(())
    }

    pub(super) fn receive<T: Asked<'call>>(&mut self, key: &str) -> Result<T, Pause> {
        let receipt = self.receipt(key)?;
        let received = receipt.and_then(|settled| T::receive(Receipt { settled }));
        match received {
            Some(value) => Ok(value),
            None => {
                // A check that passed when the answer came has failed since.
                let errors = no_answer();
                Err(self
                    .conversation
                    .stop(Stop::Invalid(vec![(key.to_owned(), errors)])))
            }
        }
    }

    fn receipt(&mut self, key: &str) -> Result<Option<Settled<'_, 'call>>, Pause> {
        let gate = match self.conversation.settlement(key) {
            None => {
                let misuse = format!("the answer to `{key}` was taken before it was asked for");
                return Err(self.conversation.stop(Stop::Misuse(misuse)));
            }
            Some(settlement) => {
                settlement.reply == Reply::Accepted
                    && matches!(settlement.question.body, Body::Gate(_))
            }
        };
        if gate {
            self.enter()?;
            self.conversation.spend(How::Confirmed)?;
            return Ok(Some(Settled::Open(Grant::new())));
        }
        let conversation = &self.conversation;
        Ok(conversation.settlement(key).map(|settlement| {
            match (settlement.reply, &settlement.question.body) {
                (Reply::Accepted, Body::Url(_)) => Settled::Consented,
                (Reply::Accepted, Body::Form(schema)) => Settled::Form {
                    content: conversation.journal.accepted(key),
                    schema,
                    policy: conversation.terms.policy,
                },
                (Reply::Declined { .. }, _) => Settled::Declined,
                (Reply::Cancelled, _) => Settled::Cancelled,
                (Reply::Accepted | Reply::Unavailable, _) => Settled::Unavailable,
            }
        }))
    }

    pub(super) fn receive_input<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, Pause> {
        let raw = self
            .conversation
            .journal
            .accepted(key)
            .unwrap_or(&Value::Null);
        T::deserialize(raw).map_err(|_| {
            let errors = no_answer();
            self.conversation
                .stop(Stop::Invalid(vec![(key.to_owned(), errors)]))
        })
    }
}

/// One question, to be awaited. Its methods are the keys of `#[ask]`.
#[must_use = "a question does nothing until it is awaited"]
pub struct AskOne<'a, 'call, T> {
    ask: &'a mut Ask<'call>,
    asking: Asking<T>,
}

impl<T> AskOne<'_, '_, T> {
    /// The choices of an open field (`#[form(choices)]`), by its wire name: values, or values and titles.
    pub fn choices<C: Into<ChoiceOption>>(
        mut self,
        field: impl Into<std::borrow::Cow<'static, str>>,
        choices: impl IntoIterator<Item = C>,
    ) -> Self {
        self.asking = self.asking.choices(field, choices);
        self
    }

    /// A field's default, by its wire name: what the person sees first. It is never filled in for them.
    pub fn default(
        mut self,
        field: impl Into<std::borrow::Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.asking = self.asking.default(field, value);
        self
    }

    /// Binds a value that is not shown: an answer counts only while the value is the same.
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.asking = self.asking.covers(value);
        self
    }
}

impl<T: Gate> AskOne<'_, '_, T> {
    /// The person types this text (1 to 64 visible code points), which is compared on the server.
    pub fn typed(mut self, text: impl std::fmt::Display) -> Self {
        self.asking = self.asking.typed(text);
        self
    }

    /// No yes/no field: the gate opens on accept alone. Only for tools that are read-only or not destructive.
    pub fn plain(mut self) -> Self {
        self.asking = self.asking.plain();
        self
    }

    /// The label of the field.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.asking = self.asking.label(label);
        self
    }
}

impl<'a, 'call: 'a, T: Asked<'call> + 'a> IntoFuture for AskOne<'a, 'call, T> {
    type Output = Result<T, Pause>;
    type IntoFuture = Awaited<'a, T>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { ask, asking } = self;
        Box::pin(async move {
            let key = asking.key().to_owned();
            ask.put(asking).await?;
            ask.take(&key).await
        })
    }
}
