//! `Ask`: asking as you go.

mod one;
mod verified;

use std::any::Any;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::all::{AskAll, Parts};
use super::asked::{Asked, Gate};
use super::asking::{Asking, AskingInput, FormAnswer, form, input, spec};
use super::exchange::Conversation;
use super::keys::Visit;
use super::stop::Pause;
use crate::question::{InputRequest, Message, Mode};

pub use one::AskOne;
pub use verified::{FinishedFuture, VerdictFuture};

/// Asks the person, for conversations that depend on data.
///
/// A handler takes `ask: &mut Ask`. Every method gives the answer or a [`Pause`], which is passed on with `?`. In the modern era
/// an unanswered question ends the request, and the retry runs the handler again from the top: keep what must not run twice in
/// [`Ask::step`]. In the handshake era the question is awaited in place.
///
/// After a pause every method gives the same pause: no step runs, nothing is asked, nothing is confirmed. A handler that
/// returns something else than an error then has its result replaced: see [`Pause`].
///
/// A question that is dropped half way, by a timeout of the handler's own for example, is taken back: while a person is waited
/// for (in the handshake era), or while its `check` or `until` runs. It pauses nothing, and its key is used.
pub struct Ask<'call> {
    pub(crate) conversation: Conversation,
    /// What a room below this one lends to the handler; this room does not know the type.
    pub(crate) lent: OnceLock<Arc<dyn Any + Send + Sync>>,
    call: PhantomData<&'call ()>,
}

/// What a question is awaited through.
pub(super) type Awaited<'a, T> = Pin<Box<dyn Future<Output = Result<T, Pause>> + Send + 'a>>;

impl<'call> Ask<'call> {
    /// `_call` is what a [`Confirmed`](crate::Confirmed) of this call borrows from.
    pub(crate) fn new(conversation: Conversation, _call: &'call ()) -> Self {
        Self {
            conversation,
            lent: OnceLock::new(),
            call: PhantomData,
        }
    }

    /// Asks for a form: a [`Form`](trait@crate::Form), an [`Answer`](crate::Answer) of one, or, with
    /// [`schema`](AskOne::schema), a `serde_json::Map`. What is asked for is inferred; where nothing else says it, say it:
    /// `let details: Details = ask.form(…).await?`.
    ///
    /// `key` is 1 to 64 of `[A-Za-z0-9_.-]`, the same in every round and used once a call. `message` has at most 2,000
    /// characters; make it with `message!` where it shows values. A literal that names a secret is not asked: see
    /// [`sensitive`](AskOne::sensitive).
    ///
    /// ```
    /// use askback::{Answer, Ask, Form, Pause};
    ///
    /// #[derive(Form)]
    /// struct Details {
    ///     reason: String,
    /// }
    ///
    /// async fn ask_why(ask: &mut Ask<'_>) -> Result<String, Pause> {
    ///     let Details { reason } = ask.form("details", "Why?").default("reason", "moved").await?;
    ///     let more: Answer<Details> = ask.form("more", "Is there more to it?").await?;
    ///     Ok(match more.accepted() {
    ///         Some(more) => format!("{reason}; {}", more.reason),
    ///         None => reason,
    ///     })
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Awaited, a [`Pause`] when the question is open, and when the call ends here: it was declined or cancelled (an
    /// `Answer` says so instead), cannot be asked, or got too many invalid answers.
    pub fn form<T: FormAnswer>(
        &mut self,
        key: impl AsRef<str>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T, T::Schema> {
        AskOne::new(self, form(key, message), T::receive)
    }

    /// Asks for a confirmation: a [`Confirmed`](crate::Confirmed), or an [`Answer`](crate::Answer) of one. It covers the
    /// answers given before it. Say which, where nothing else does, such as the function that it goes to:
    /// `let sure: Confirmed = ask.confirm(…).await?`.
    ///
    /// Ask for it last: in the modern era whatever stands between it and a later question runs again with every round, on the
    /// one accept. Make the message with `message!`, which escapes the values that it shows; those that
    /// `format!` puts in are escaped with the whole of it only, so that their line feeds and backticks stay.
    ///
    /// ```
    /// use askback::{Ask, Confirmed, Pause, message};
    ///
    /// async fn drop_table(table: &str, ask: &mut Ask<'_>) -> Result<(), Pause> {
    ///     let sure = ask.confirm("sure", message!("Drop `{table}`?")).typed(table).await?;
    ///     dropped(table, sure);
    ///     Ok(())
    /// }
    ///
    /// /// Takes a confirmation, so that nothing else can call it.
    /// fn dropped(table: &str, _: Confirmed<'_>) {}
    /// ```
    ///
    /// # Errors
    ///
    /// Awaited, as [`Ask::form`] has them. A gate that shows a value of more than 256 characters, or a `://` in one, is not
    /// asked; bind such a value with [`covers`](AskOne::covers).
    pub fn confirm<T: Asked<'call> + Gate>(
        &mut self,
        key: impl AsRef<str>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T> {
        AskOne::new(
            self,
            spec(key.as_ref().to_owned()).message(message),
            T::receive,
        )
    }

    /// Asks the person to visit a URL: a [`Consent`](crate::Consent), or an [`Answer`](crate::Answer) of one. Say which, where
    /// nothing else does: `let visited: Consent = ask.url(…).await?`.
    ///
    /// The URL is absolute, https, without user info, of at most 2,048 characters. `{ask.ticket}` in its path, query or
    /// fragment stands for a handle that is made anew each time.
    ///
    /// # Errors
    ///
    /// Awaited, as [`Ask::form`] has them.
    pub fn url<T: Asked<'call> + Visit>(
        &mut self,
        key: impl AsRef<str>,
        url: impl Into<String>,
        message: impl Into<Message>,
    ) -> AskOne<'_, 'call, T> {
        AskOne::new(self, super::asking::url(key, url, message), T::receive)
    }

    /// Sends any other input request: sampling, roots, and kinds to come. The raw answer is read as a `T`; it never opens a
    /// gate.
    ///
    /// ```
    /// use askback::{Ask, InputRequest, Mode, Pause};
    /// use serde_json::{Value, json};
    ///
    /// async fn capital(ask: &mut Ask<'_>) -> Result<Option<String>, Pause> {
    ///     if !ask.supports(Mode::Sampling) {
    ///         return Ok(None);
    ///     }
    ///     let question = json!({ "role": "user", "content": { "type": "text", "text": "What is the capital of France?" } });
    ///     let request = InputRequest::new("sampling/createMessage", json!({ "messages": [question], "maxTokens": 100 }));
    ///     let answer: Value = ask.input("capital", request).await?;
    ///     Ok(answer["content"]["text"].as_str().map(str::to_owned))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Awaited, as [`Ask::form`] has them. An answer that is no `T` is an invalid one.
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
    /// Keys are 1 to 64 of `[A-Za-z0-9_.-]`: where data has other names, number them or encode them. The answers come in the
    /// order of the questions; without a question nothing is asked. Forms known only as schemas are asked with
    /// [`Ask::all`], which takes a `Vec` too.
    ///
    /// ```
    /// # use askback::{Ask, Form, Pause, message};
    /// # #[derive(Form)] struct Rule { keep: u8 }
    /// async fn rules(columns: &[String], ask: &mut Ask<'_>) -> Result<Vec<Rule>, Pause> {
    ///     let questions = columns.iter().enumerate();
    ///     ask.forms(questions.map(|(at, column)| (format!("column_{at}"), message!("How is `{column}` masked?")))).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Awaited, as [`Ask::form`] has them.
    pub fn forms<T: FormAnswer, K: AsRef<str>, M: Into<Message>>(
        &mut self,
        questions: impl IntoIterator<Item = (K, M)>,
    ) -> AskAll<'_, 'call, Vec<Asking<T>>> {
        let parts = questions
            .into_iter()
            .map(|(key, message)| form(key, message))
            .collect();
        AskAll { ask: self, parts }
    }

    /// Asks several questions of any kind but gates in one round: a tuple of up to eight, or a `Vec`, of
    /// [`askback::form`](crate::form()), [`askback::url`](crate::url()) and [`askback::input`](crate::input()), which have
    /// the same keys as methods, but for those that verify an answer.
    ///
    /// ```
    /// use askback::{Answer, Ask, Consent, Form, InputRequest, Pause, form, input, url};
    /// use serde_json::{Map, Value};
    ///
    /// #[derive(Form)]
    /// struct Name { name: String }
    ///
    /// async fn all(schemas: Vec<Value>, ask: &mut Ask<'_>) -> Result<(), Pause> {
    ///     let plugins = schemas.into_iter().enumerate();
    ///     let plugins = plugins.map(|(at, schema)| form(format!("plugin_{at}"), "Set it up").schema(schema));
    ///     let (name, terms, roots, plugins): (Name, Answer<Consent>, Value, Vec<Map<String, Value>>) = ask
    ///         .all((
    ///             form("name", "Who are you?"),
    ///             url("terms", "https://example.com/terms", "Read the terms"),
    ///             input("roots", InputRequest::roots()),
    ///             plugins.collect::<Vec<_>>(),
    ///         ))
    ///         .await?;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Awaited, as [`Ask::form`] has them.
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
    /// foresee it who has no token of the call.
    ///
    /// It covers this conversation, the audience, who calls, method, name and arguments, what is bound, and `name`. So it is the
    /// same in every round, and when a request is sent again; it is another for another caller, for other arguments, and for a
    /// call that starts anew. In the handshake era a call that is sent again starts anew.
    ///
    /// Sealed, a conversation may go on from an earlier state with other answers, so that the key covers the answers that stand
    /// above this place too. With a ledger that cannot be, and the key is the same in all places of one call, and in a
    /// [`Recovery`](crate::Recovery).
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
    /// An error is not kept. A value whose answers above it have changed is computed anew. In a
    /// [recovery](Self::recovery_only) nothing is computed: a step whose value was not kept by then ends the call.
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
        self.conversation.take_back_dropped();
        self.conversation.settle().await?;
        if let Some(value) = self.recall(key)? {
            return Ok(value);
        }
        let value = compute.await?;
        self.keep(key, &value)?;
        Ok(value)
    }
}
