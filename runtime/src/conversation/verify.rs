//! Answers that have to be verified before they count: by a rule of the author's, or by what a visit was for.
//!
//! The author's expressions stand in the handler's plan; here is what they are asked, and what becomes of their verdicts.
//! Nothing below a question is put or taken before its answer is verified: `settle` refuses.

use std::fmt;
use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use serde_json::Value;

use super::ask::Ask;
use super::asking::{Asking, Verify};
use super::deliver::KEEP_ALIVE;
use super::exchange::{Conversation, Delivery, Reply};
use super::keys::{FilledIn, Visit};
use super::round::{Again, Held, Outstanding, Stand};
use super::stop::{Pause, Stop};
use crate::form::{Fault, FieldErrors, Policy, Schema};
use crate::question::Body;

/// How often it is looked whether a visit's purpose is finished, in milliseconds.
const LOOK: u64 = 1_000;
/// How often something is heard on a connection that is held open, in milliseconds.
const PING: u64 = 60_000;
/// The longest time that a request is held open for a visit.
pub(super) const WAIT_LIMIT: Duration = Duration::from_secs(300);
/// What a client is told meanwhile.
const VISIT: &str = "Waiting for the person to finish the visit";
/// The time unless said.
pub(super) const WAIT: Duration = Duration::from_secs(20);

/// What the author's rule says of an answer.
pub struct Ruling(Result<(), Fault>);

/// What a `check` gives: `Ok(())`, or what is wrong, for the person.
#[diagnostic::on_unimplemented(
    message = "a `check` gives a `Result<(), _>` whose error can be displayed, not `{Self}`",
    label = "not a verdict",
    note = "write `Ok(())` where the answer is good, and `Err(\"what is wrong with it\")` where it is not",
    note = "a rule that can fail itself has a `?` behind it: `check = self.rule(&answer).await?`"
)]
pub trait Verdict {
    /// The verdict, its reason made safe to show.
    fn ruling(self) -> Ruling;
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display> Verdict for Result<(), E> {
    fn ruling(self) -> Ruling {
        Ruling(self.map_err(Fault::check))
    }
}

impl Ruling {
    pub(super) fn verdict(self) -> Result<(), Fault> {
        self.0
    }
}

/// The verdict of a `check`.
pub fn ruling<V: Verdict>(verdict: V) -> Ruling {
    verdict.ruling()
}

/// How the answer to a question with `check` is read.
pub struct Unchecked<F> {
    key: String,
    read: fn(Option<&Value>, &Schema, Policy) -> Result<F, FieldErrors>,
}

/// `check = expr`.
pub fn check<T: FilledIn>(asking: Asking<T>) -> (Asking<T>, Unchecked<T::Form>) {
    let unchecked = Unchecked {
        key: asking.key().to_owned(),
        read: T::read,
    };
    (asking.verify(Verify::Rule), unchecked)
}

/// `until = expr`, which was `finished` or not before the question is put.
pub fn until<T: Visit>(asking: Asking<T>, finished: bool, wait: Option<u64>) -> Asking<T> {
    let wait = wait.map_or(WAIT, Duration::from_secs).min(WAIT_LIMIT);
    asking.verify(Verify::Visit { finished, wait })
}

/// Used by the expansion of the macros.
#[doc(hidden)]
impl Ask<'_> {
    /// The form that was filled in and has to be checked, if there is one; then [`Ask::judge`] takes the verdict.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn unchecked<F>(
        &mut self,
        unchecked: Option<&Unchecked<F>>,
    ) -> Result<Option<F>, Pause> {
        match unchecked {
            Some(Unchecked { key, read }) => self.conversation.unchecked(key, *read).await,
            None => Ok(None),
        }
    }

    /// Takes the verdict on the form that [`Ask::unchecked`] gave.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn judge(&mut self, key: &str, ruling: Ruling) -> Result<(), Pause> {
        self.conversation.judge(key, ruling.0).await
    }

    /// Whether a visit was agreed to and it has to be looked whether what it is for is finished; [`Ask::look`] takes that.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn visited(&mut self, key: &str) -> Result<bool, Pause> {
        self.conversation.visited(key).await
    }

    /// Takes whether it is finished. If not, and there is time left, it waits a while.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn look(&mut self, key: &str, finished: bool) -> Result<(), Pause> {
        self.conversation.look(key, finished).await
    }
}

impl Conversation {
    pub(super) async fn unchecked<F>(
        &mut self,
        key: &str,
        mut read: impl FnMut(Option<&Value>, &Schema, Policy) -> Result<F, FieldErrors>,
    ) -> Result<Option<F>, Pause> {
        self.collect().await?;
        loop {
            let Some((at, _)) = self.unverified(key) else {
                return Ok(None);
            };
            let form = match self.outstanding.get(at).map(|asked| &asked.question.body) {
                Some(Body::Form(schema)) => {
                    read(self.journal.arrived(key), schema, self.terms.policy)
                }
                _ => return Ok(None),
            };
            match form {
                Ok(form) => return Ok(Some(form)),
                // A check that passed when the answer came has failed since.
                Err(errors) => self.refute(at, errors).await?,
            }
        }
    }

    pub(super) async fn judge(
        &mut self,
        key: &str,
        verdict: Result<(), Fault>,
    ) -> Result<(), Pause> {
        let (at, _) = self.verdict_on(key)?;
        match verdict {
            Ok(()) => {
                self.pass(at);
                Ok(())
            }
            Err(fault) => {
                let mut errors = FieldErrors::default();
                errors.add("", fault);
                self.refute(at, errors).await
            }
        }
    }

    async fn visited(&mut self, key: &str) -> Result<bool, Pause> {
        self.collect().await?;
        Ok(self.unverified(key).is_some())
    }

    async fn look(&mut self, key: &str, finished: bool) -> Result<(), Pause> {
        let (at, held) = self.verdict_on(key)?;
        if finished {
            self.pass(at);
            return Ok(());
        }
        let others = matches!(self.delivery, Delivery::Suspend)
            && self
                .outstanding
                .iter()
                .any(|asked| matches!(asked.stand, Stand::Due(_) | Stand::GivenUp(_)));
        if others {
            // The request ends with another question in any case: the accept is kept, and looked at when that is answered.
            self.set(at, |asked| asked.seen_to = true);
            return Ok(());
        }
        let wait = match self.outstanding.get(at).and_then(|asked| asked.verify) {
            Some(Verify::Visit { wait, .. }) => wait,
            _ => Duration::ZERO,
        };
        let now = self.host.clock.now();
        let since = held.since.unwrap_or(now);
        let wait = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        let left = wait.saturating_sub(held.slept.max(now.saturating_sub(since)));
        if left == 0 {
            return self.unfinished(at).await;
        }
        let nap = left.min(LOOK);
        let slept = held.slept.saturating_add(nap);
        let each = |time| slept / time > held.slept / time;
        self.nap(Duration::from_millis(nap), each(PING)).await?;
        if let Some(keep_alive) = &self.keep_alive
            && each(KEEP_ALIVE)
        {
            keep_alive.tell(VISIT);
        }
        let held = Held {
            since: Some(since),
            slept,
        };
        self.set(at, |asked| asked.stand = Stand::Arrived(held));
        Ok(())
    }

    /// Waits, and ends at once with the request. Meanwhile something may be `heard` on the connection.
    async fn nap(&mut self, time: Duration, heard: bool) -> Result<(), Pause> {
        let mut sleep = self.host.clock.sleep(time);
        let mut cancelled = self.site.cancelled.cancelled();
        let mut ping = match &self.delivery {
            Delivery::Await(channel) if heard => Some(channel.ping()),
            Delivery::Await(_) | Delivery::Suspend => None,
        };
        let ended = poll_fn(|context| {
            if cancelled.as_mut().poll(context).is_ready() {
                return Poll::Ready(true);
            }
            if let Some(sending) = &mut ping
                && sending.as_mut().poll(context).is_ready()
            {
                ping = None;
            }
            sleep.as_mut().poll(context).map(|()| false)
        });
        let ended = ended.await;
        drop(ping);
        match ended {
            true => Err(self.stop(Stop::RequestCancelled)),
            false => Ok(()),
        }
    }

    /// A question whose answer waits to be verified. `None` says that nothing of it has to be, for now.
    fn unverified(&mut self, key: &str) -> Option<(usize, Held)> {
        let place = |asked: &Outstanding| asked.question.key == key;
        let at = self.outstanding.iter().position(place)?;
        let asked = self.outstanding.get_mut(at)?;
        match asked.stand {
            Stand::Arrived(held) if !asked.seen_to => Some((at, held)),
            _ => {
                asked.seen_to = true;
                None
            }
        }
    }

    /// The question that a verdict is on. An answer is worth nothing once the request is cancelled.
    fn verdict_on(&mut self, key: &str) -> Result<(usize, Held), Pause> {
        self.go_on()?;
        if self.site.cancelled.is_cancelled() {
            return Err(self.stop(Stop::RequestCancelled));
        }
        match self.unverified(key) {
            Some(found) => Ok(found),
            None => {
                let misuse = format!("a verdict on `{key}` came before its answer, or twice");
                Err(self.stop(Stop::Misuse(misuse)))
            }
        }
    }

    fn set(&mut self, at: usize, change: impl FnOnce(&mut Outstanding)) {
        if let Some(asked) = self.outstanding.get_mut(at) {
            change(asked);
        }
    }

    fn pass(&mut self, at: usize) {
        if let Some(asked) = self.outstanding.get_mut(at) {
            self.journal.verified(&asked.question.key);
            asked.stand = Stand::Settled(Reply::Accepted);
        }
    }

    /// The answer breaks a rule.
    async fn refute(&mut self, at: usize, errors: FieldErrors) -> Result<(), Pause> {
        let asked = self.outstanding.get(at);
        let content = asked.and_then(|asked| self.journal.arrived(&asked.question.key));
        let content = content.cloned();
        self.put_again(at, Again::Invalid(errors, content)).await
    }

    /// The time is over.
    async fn unfinished(&mut self, at: usize) -> Result<(), Pause> {
        self.put_again(at, Again::Unfinished).await
    }

    /// Opens a question again whose answer did not stand; in place it is asked right away.
    async fn put_again(&mut self, at: usize, why: Again) -> Result<(), Pause> {
        if at >= self.outstanding.len() {
            return Ok(());
        }
        let mut asked = self.outstanding.remove(at);
        let now = self.host.clock.now();
        self.journal.refuted(&asked.question.key, now);
        asked.stand = self.again(&asked, why)?;
        let asked_again = match self.delivery {
            Delivery::Await(_) => self.ask_in_place(&mut asked, &[]).await,
            Delivery::Suspend => Ok(()),
        };
        self.outstanding.insert(at, asked);
        asked_again
    }
}
