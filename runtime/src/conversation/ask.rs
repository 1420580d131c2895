//! `Ask`: asking as you go.

mod verified;

use std::any::Any;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::all::{AskAll, Parts};
use super::asked::{Asked, Gate, QuestionKind};
use super::asking::{Asking, AskingInput, form, input};
use super::exchange::Conversation;
use super::gate::Confirmed;
use super::stop::Pause;
use crate::form::{ChoiceOption, DefaultValue};
use crate::question::{InputRequest, Message, Mode};
use verified::Seeing;

/// Asks the person, for conversations that depend on data.
///
/// A handler takes `ask: &mut Ask`. Every method gives the answer or a [`Pause`], which is passed on with `?`. In the modern era
/// an unanswered question ends the request, and the retry runs the handler again from the top: keep what must not run twice in
/// [`Ask::step`]. In the handshake era the question is awaited in place.
///
/// After a pause every method gives the same pause; a handler that returns something else has its result replaced.
pub struct Ask<'call> {
    pub(crate) conversation: Conversation,
    /// What a room below this one lends to the handler; this room does not know the type.
    pub(crate) lent: OnceLock<Arc<dyn Any + Send + Sync>>,
    call: PhantomData<&'call ()>,
}

/// What a question is awaited through.
pub(super) type Awaited<'a, T> = Pin<Box<dyn Future<Output = Result<T, Pause>> + Send + 'a>>;

impl<'call> Ask<'call> {
    /// `_call` is what a [`Confirmed`] of this call borrows from.
    pub(crate) fn new(conversation: Conversation, _call: &'call ()) -> Self {
        Self {
            conversation,
            lent: OnceLock::new(),
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
        AskOne::new(self, form(key, message))
    }

    /// Asks for a confirmation. It covers the answers given before it.
    ///
    /// Ask for it last: in the modern era whatever stands between it and a later question runs again with every round, on the
    /// one accept. Make the message with `message!`, which escapes the values that it shows; those that
    /// `format!` puts in are escaped with the whole of it only, so that their line feeds and backticks stay.
    pub fn confirm<G>(
        &mut self,
        key: impl AsRef<str>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, Confirmed<'call, G>> {
        AskOne::new(self, form(key, message))
    }

    /// Asks the person to visit a URL: absolute, https, without user info, at most 2,048 characters.
    pub fn url<T: Asked<'call>>(
        &mut self,
        key: impl AsRef<str>,
        url: impl Into<String>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T> {
        AskOne::new(self, super::asking::url(key, url, message))
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
    ///
    /// Keys are 1 to 64 of `[A-Za-z0-9_.-]`: where data has other names, number them or encode them.
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

    /// Asks several questions of any kind but gates in one round: `ask.all((askback::form(…), askback::url(…)))`.
    pub fn all<P: Parts<'call>>(&mut self, parts: P) -> AskAll<'_, 'call, P> {
        AskAll { ask: self, parts }
    }

    /// Whether this client can be asked that.
    #[must_use]
    pub fn supports(&self, mode: Mode) -> bool {
        self.conversation.site.modes.contains(mode)
    }

    /// Whether the client seems to have answered this question by itself: it was declined within 2 seconds of being asked, or
    /// is a confirmation that was accepted within 1 second, sooner than a person reads it.
    ///
    /// For handlers that decide themselves what an [`Answer`](crate::Answer) means; where a decline ends the call, the client is told. False
    /// for a question that was not asked. It is an inference from time alone and proves nothing.
    ///
    /// ```
    /// use askback::{Answer, Ask, Form, Pause};
    ///
    /// #[derive(Form)]
    /// struct Note { text: String }
    ///
    /// async fn note(ask: &mut Ask<'_>) -> Result<&'static str, Pause> {
    ///     let note: Answer<Note> = ask.form("note", "Anything to note?").await?;
    ///     Ok(match note {
    ///         Answer::Accept(_) => "noted",
    ///         Answer::Decline if ask.answered_by_itself("note") => "nobody seems to have been asked",
    ///         Answer::Decline => "the person said no",
    ///         Answer::Cancel => "the person closed the question",
    ///         Answer::Unavailable => "this client cannot be asked",
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn answered_by_itself(&self, key: &str) -> bool {
        self.conversation.answered_by_itself(key)
    }

    /// A key for one effect of this call: what does the effect can recognise by it that it has been done already.
    ///
    /// It goes to whatever takes such a key: a payment service's `Idempotency-Key`, a unique column of your table. `name` tells
    /// the effects of one call apart. 43 characters of `A-Z a-z 0-9 _ -`; nothing can be read out of it, and nobody can
    /// foresee it.
    ///
    /// It covers this conversation, the audience, who calls, method, name and arguments, what is bound, the answers that
    /// stand above this place, and `name`. So it is the same in every round, and when a request is sent again with the
    /// state that it had; it is another for other answers, for another caller, for other arguments, and for a call that
    /// starts anew. In the handshake era a call that is sent again starts anew.
    ///
    /// State that is sealed cannot promise that an effect happens once: a token opens until its deadline, and only the process
    /// that used it knows that it was used. A confirmation is refused a second time within one process; across
    /// several it is this key that keeps an effect from happening twice.
    ///
    /// ```
    /// # use askback::{Ask, Confirmed, Pause};
    /// # struct Bank; impl Bank { async fn pay(&self, _key: &str, _cents: u64, _: Confirmed<'_>) {} }
    /// async fn pay(bank: &Bank, cents: u64, ask: &mut Ask<'_>) -> Result<(), Pause> {
    ///     let confirmed = ask.confirm("pay", format!("Pay {cents} cents?")).await?;
    ///     let key = ask.idempotency_key("pay");
    ///     bank.pay(&key, cents, confirmed).await;
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn idempotency_key(&self, name: impl AsRef<str>) -> String {
        self.conversation.idempotency_key(name.as_ref())
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

/// One question, to be awaited. Its methods are the keys of `#[ask]`.
#[must_use = "a question does nothing until it is awaited"]
pub struct AskOne<'a, 'call, T> {
    ask: &'a mut Ask<'call>,
    asking: Asking<T>,
    seeing: Seeing<'a>,
}

impl<'a, 'call, T> AskOne<'a, 'call, T> {
    fn new(ask: &'a mut Ask<'call>, asking: Asking<T>) -> Self {
        Self {
            ask,
            asking,
            seeing: Seeing::default(),
        }
    }

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
        let Self {
            ask,
            asking,
            mut seeing,
        } = self;
        Box::pin(async move {
            let key = asking.key().to_owned();
            let asking = seeing.before(asking).await;
            ask.put(asking).await?;
            seeing.see_to(ask, &key).await?;
            ask.take(&key).await
        })
    }
}
