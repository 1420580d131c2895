//! What a handler's `recover` function gets: the verified answers, and the key under which the outcome is looked up.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ask::Ask;
use super::exchange::Conversation;
use super::stop::Pause;
use crate::answer::{Action, Response};
use crate::continuation::Lease;
use crate::form::{Form, decode};

/// A call whose answer was accepted before, and whose outcome is not known: its handler failed, was cancelled or killed, or
/// its reply was lost.
///
/// The function that `recover = path` names gets it, looks up what became of the call, and finishes with that. The handler's
/// body does not run again, and there is no [`Confirmed`](crate::Confirmed) in here: nothing new is done. An error means that
/// it cannot be told (yet): the caller gets it, and may ask again, at most 16 times.
///
/// ```
/// # #[derive(askback::Form)] struct Ticket { id: String }
/// # struct Db; impl Db { async fn purged(&self, _: &str) -> Option<u64> { Some(3) } }
/// use askback::Recovery;
///
/// async fn purged_already(db: &Db, recovery: &Recovery<'_>) -> Result<u64, askback::Error> {
///     let purged = db.purged(&recovery.idempotency_key("purge")).await;
///     let ticket: Option<Ticket> = recovery.answer("ticket");
///     let ticket = ticket.map_or(String::new(), |ticket| ticket.id);
///     Ok(purged.ok_or_else(|| format!("nothing was purged under ticket {ticket}; call again"))?)
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Recovery<'a> {
    conversation: &'a Conversation,
}

impl Recovery<'_> {
    /// The answer to the form that was asked under `key`: the parameter's name, or the key given to [`Ask`](crate::Ask).
    ///
    /// `None`: it was not asked, or not accepted, or it is no `T`.
    ///
    /// The last answer to what the body asks itself may not have got that far: it fits `T`, and whether the question's `check`
    /// or its run-time choices have let it through is not known. With run-time choices it is `None`.
    #[must_use]
    pub fn answer<T: Form>(&self, key: &str) -> Option<T> {
        let conversation = self.conversation;
        let policy = conversation.terms.policy;
        if let Some(content) = conversation.journal.accepted(key) {
            return decode(Some(content), &T::schema().as_answered(content), policy).ok();
        }
        let Response { action, content } = Response::read(conversation.responses.get(key)?)?;
        match action {
            Action::Accept => decode(content, T::schema(), policy).ok(),
            Action::Decline | Action::Cancel => None,
        }
    }

    /// The value of the step with this key, as it was when the person answered. `None`: it was not computed, or is no `T`.
    #[must_use]
    pub fn step<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let step = self.conversation.journal.steps.get(key)?;
        T::deserialize(&step.value).ok()
    }

    /// The arguments of the call. `None`: they are no `P`.
    #[must_use]
    pub fn arguments<P: DeserializeOwned>(&self) -> Option<P> {
        P::deserialize(&self.conversation.arguments).ok()
    }

    /// The same key that [`Ask::idempotency_key`](crate::Ask::idempotency_key) gave the handler under this name.
    #[must_use]
    pub fn idempotency_key(&self, name: &str) -> String {
        self.conversation.idempotency_key(name)
    }
}

/// Shows no answer.
impl fmt::Debug for Recovery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recovery").finish_non_exhaustive()
    }
}

impl Conversation {
    pub(crate) fn is_recovering(&self) -> bool {
        self.hold.is_recovering()
    }

    /// What recovery may look at; `None` when nothing has to be recovered.
    pub(crate) fn recovery(&self) -> Option<Recovery<'_>> {
        self.is_recovering()
            .then_some(Recovery { conversation: self })
    }

    /// The arguments of the call, for a recovery.
    pub(crate) fn recover_with(&mut self, arguments: impl FnOnce() -> Value) {
        if self.is_recovering() {
            self.arguments = arguments();
        }
    }
}

impl Ask<'_> {
    /// Whether the answers were accepted before and only what became of the call is to be found out: then nothing more may be
    /// asked, no step runs, no confirmation opens, and the handler may only finish.
    ///
    /// For an operation written by hand that says that it recovers; any other is not called then, and what the macros make has
    /// `recover = path`.
    #[must_use]
    pub fn recovery_only(&self) -> bool {
        self.conversation.is_recovering()
    }
}

/// What keeps a handler's chain, and what a recovery gets. Used by the expansion of the macros.
#[doc(hidden)]
impl Ask<'_> {
    /// Keeps the chain while the handler runs.
    #[must_use]
    pub fn lease(&self) -> Lease {
        self.conversation.lease()
    }

    /// The lease was lost, and the handler dropped.
    pub fn lost(&mut self) -> Pause {
        self.conversation.lost()
    }

    /// What has to be recovered, if anything.
    #[must_use]
    pub fn recovery(&self) -> Option<Recovery<'_>> {
        self.conversation.recovery()
    }
}
