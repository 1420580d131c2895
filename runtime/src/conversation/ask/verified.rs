//! Questions asked as the body goes whose answers have to be verified: `check`, `until`, `wait`.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde_json::Value;

use super::super::asking::{Asking, Verify};
use super::super::keys::{FilledIn, Visit};
use super::super::stop::Pause;
use super::super::verify::{Verdict, WAIT, WAIT_LIMIT};
use super::{Ask, AskOne};
use crate::form::{Fault, FieldErrors, Policy, Schema};

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Reads an answer, and begins to check it.
type Check<'a> = dyn FnMut(Option<&Value>, &Schema, Policy) -> Result<Boxed<'a, Result<(), Fault>>, FieldErrors>
    + Send
    + 'a;

/// What sees to an answer before it counts.
#[derive(Default)]
pub(super) struct Seeing<'a> {
    check: Option<Box<Check<'a>>>,
    until: Option<Box<dyn FnMut() -> Boxed<'a, bool> + Send + 'a>>,
    wait: Option<Duration>,
}

impl<'a> Seeing<'a> {
    /// Tells the question what has to be seen to. A visit that is finished already is not asked for.
    pub(super) async fn before<T, S>(&mut self, asking: Asking<T, S>) -> Asking<T, S> {
        if let Some(until) = &mut self.until {
            let finished = until().await;
            let wait = self.wait.unwrap_or(WAIT).min(WAIT_LIMIT);
            return asking.verify(Verify::Visit { finished, wait });
        }
        match self.check {
            Some(_) => asking.verify(Verify::Rule),
            None => asking,
        }
    }

    /// Sees to the answer of the question that was put.
    pub(super) async fn see_to(&mut self, ask: &mut Ask<'_>, key: &str) -> Result<(), Pause> {
        if let Some(until) = &mut self.until {
            while ask.visited(key).await? {
                let finished = until().await;
                ask.look(key, finished).await?;
            }
        } else if let Some(check) = &mut self.check {
            while let Some(verdict) = ask.conversation.unchecked(key, &mut *check).await? {
                let verdict = verdict.await;
                ask.conversation.judge(key, verdict).await?;
            }
        }
        Ok(())
    }
}

/// What the closure of [`AskOne::check`](crate::AskOne::check) gives: a future of a `Result<(), E>`, where `E` can be displayed.
#[diagnostic::on_unimplemented(
    message = "a `check` gives a future of a `Result<(), _>` whose error can be displayed, not `{Self}`",
    label = "this closure gives no verdict that can be awaited",
    note = "write `|answer| async move {{ … }}`, with `Ok(())` where the answer is good, and `Err(\"what is wrong with it\")` where it is not"
)]
pub trait VerdictFuture: Future<Output = Self::Given> {
    /// The verdict.
    #[doc(hidden)]
    type Given: Verdict;
}

#[diagnostic::do_not_recommend]
impl<F: Future<Output: Verdict>> VerdictFuture for F {
    type Given = F::Output;
}

/// What the closure of [`AskOne::until`](crate::AskOne::until) gives: a future of a `bool`.
#[diagnostic::on_unimplemented(
    message = "`until` gives a future of a `bool`, not `{Self}`",
    label = "this closure gives no `bool` that can be awaited",
    note = "write `|| async {{ … }}`, which is true when what the visit is for is finished"
)]
pub trait FinishedFuture: Future<Output = bool> {}

#[diagnostic::do_not_recommend]
impl<F: Future<Output = bool>> FinishedFuture for F {}

impl<'a, T: FilledIn, S> AskOne<'a, '_, T, S> {
    /// A rule that the schema cannot carry: it gets the form that was filled in, and may await.
    ///
    /// On an error the person is asked again: the error is shown to them, with what they filled in, and counts as an invalid
    /// answer. It must not quote the answer. The rule runs once for each answer; nothing below is asked before it has
    /// passed. With a schema given at run time it gets the fields that were answered.
    ///
    /// ```
    /// # use askback::{Ask, Form, Pause};
    /// # #[derive(Form)] struct Booking { room: String }
    /// # struct Rooms; impl Rooms { async fn is_free(&self, _: &str) -> bool { true } }
    /// async fn book(rooms: &Rooms, ask: &mut Ask<'_>) -> Result<String, Pause> {
    ///     let booking: Booking = ask
    ///         .form("booking", "Which room?")
    ///         .check(|booking: Booking| async move {
    ///             match rooms.is_free(&booking.room).await {
    ///                 true => Ok(()),
    ///                 false => Err("this room is taken; choose another"),
    ///             }
    ///         })
    ///         .await?;
    ///     Ok(booking.room)
    /// }
    /// ```
    pub fn check<F, V>(mut self, mut check: F) -> Self
    where
        F: FnMut(T::Form) -> V + Send + 'a,
        V: VerdictFuture + Send + 'a,
    {
        self.seeing.check = Some(Box::new(move |content, schema, policy| {
            let verdict = check(T::read(content, schema, policy)?);
            Ok(Box::pin(async move { verdict.await.ruling().verdict() }))
        }));
        self
    }
}

impl<'a, T: Visit> AskOne<'a, '_, T> {
    /// Whether what the visit is for is finished, as the application sees it: the key `until`.
    ///
    /// True beforehand, the person is not asked, and the consent is given all the same. After an accept it is asked every
    /// second, with the request held open for [`wait`](Self::wait); then the person is asked again, and told that it is not
    /// finished yet. After as many accepts as there are attempts the call ends, with a text that says that calling again
    /// continues. A person who declined stays with that, whatever it says later.
    ///
    /// ```
    /// # use askback::{Ask, Consent, Pause};
    /// # struct Tokens; impl Tokens { async fn has(&self, _: &str) -> bool { true } }
    /// async fn connect(tokens: &Tokens, user: &str, ask: &mut Ask<'_>) -> Result<(), Pause> {
    ///     let _connected: Consent = ask
    ///         .url("connect", "https://app.example.com/connect?t={ask.ticket}", "Connect your calendar")
    ///         .until(|| async { tokens.has(user).await })
    ///         .await?;
    ///     Ok(())
    /// }
    /// ```
    pub fn until<F, V>(mut self, mut until: F) -> Self
    where
        F: FnMut() -> V + Send + 'a,
        V: FinishedFuture + Send + 'a,
    {
        self.seeing.until = Some(Box::new(move || Box::pin(until())));
        self
    }

    /// For how long a request is held open after an accept, while [`until`](Self::until) is not true: 20 s unless said, 300 s
    /// at most; longer ones are cut. Zero: it is looked once. Without `until` it means nothing.
    pub fn wait(mut self, wait: Duration) -> Self {
        self.seeing.wait = Some(wait);
        self
    }
}
