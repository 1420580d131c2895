//! How a request's part of a conversation ends, and what becomes of its chain.

use std::sync::Arc;

use super::deliver::Delivered;
use super::exchange::Conversation;
use super::host::Ending;
use super::resuming::reject;
use super::shown::{self, Answering};
use super::stop::{Pause, Stop};
use crate::clock::Clock;
use crate::continuation::{Hold, Lease, NotSuspended, Refusal, Suspended, Uncommitted};
use crate::ledger::Guard;
use crate::seal::SealError;

impl Conversation {
    /// Ends the request. `failed` says whether the handler returned an error, which is what passes a pause on.
    pub(crate) async fn finish(mut self, failed: bool) -> Ending {
        let ending = self.end(failed).await;
        let outcome = match &ending {
            Ending::Asked { .. } => return ending,
            Ending::Handler => "handler",
            Ending::Stopped(stop) => stop.name(),
            Ending::Swallowed(_) => "swallowed pause",
        };
        self.over(outcome);
        ending
    }

    /// Ends a request whose handler came to nothing, by a panic: what it asked is not put.
    pub(crate) async fn fail(mut self) {
        std::mem::take(&mut self.hold).let_go().await;
        self.over("panicked");
    }

    /// The one event that ends a chain, so that a call of many rounds counts once.
    fn over(&self, outcome: &str) {
        if self.has_asked() {
            let (chain, method) = (self.chain.hashed(), self.site.method);
            let rounds = self.journal.round;
            tracing::info!(chain, method, rounds, outcome, "conversation over");
        }
    }

    async fn end(&mut self, failed: bool) -> Ending {
        let Some(stop) = self.stop.take() else {
            return self.handled(failed).await;
        };
        if !failed {
            std::mem::take(&mut self.hold).let_go().await;
            return Ending::Swallowed(stop);
        }
        match stop {
            Stop::Asked(questions) => match self.suspend_with(&questions).await {
                Ok(suspended) => {
                    let (state, expiry) = match suspended {
                        Some(Suspended { token, expiry }) => (Some(token), Some(expiry)),
                        None => (None, None),
                    };
                    Ending::Asked {
                        questions,
                        state,
                        expiry,
                    }
                }
                Err(stop) => Ending::Stopped(stop),
            },
            // What was sealed can be answered again as it is.
            Stop::Rejected { key, errors } if !self.hold.is_claimed() => {
                Ending::Stopped(Stop::Rejected { key, errors })
            }
            Stop::Rejected { key, errors } => {
                let hold = std::mem::take(&mut self.hold);
                Ending::Stopped(reject(hold, key, errors).await)
            }
            stop => match self.stopped(&stop).await {
                Ok(()) => Ending::Stopped(stop),
                Err(other) => Ending::Stopped(other),
            },
        }
    }

    /// The handler's own result stands, or its error.
    async fn handled(&mut self, failed: bool) -> Ending {
        match handled(std::mem::take(&mut self.hold), failed).await {
            Ok(()) => Ending::Handler,
            Err(stop) => Ending::Stopped(stop),
        }
    }

    /// What stopped the call ends it for good, or leaves it to be answered again or recovered.
    async fn stopped(&mut self, stop: &Stop) -> Result<(), Stop> {
        let counts = matches!(stop, Stop::InteractionLimit { .. });
        let refusal = shown::encode_refusal(stop);
        if counts || refusal.is_some() {
            self.accept_answers().await?;
        }
        let hold = std::mem::take(&mut self.hold);
        let written = match refusal {
            Some(text) => hold.decline(text).await,
            None => hold.fail().await,
        };
        match written {
            Err(Uncommitted::Lost) if counts => Err(Stop::Busy),
            Err(error) => {
                tracing::warn!(?error, "how a call ended could not be written down");
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// The answers of this request count from here on: the body is about to run on them.
    pub(crate) async fn commit(&mut self) -> Result<(), Pause> {
        self.go_on()?;
        if !self.hold.is_claimed() {
            return Ok(());
        }
        self.not_cancelled()?;
        let accepted = self.accept_answers().await;
        accepted.map_err(|stop| self.stop(stop))?;
        // A store may take its time over it.
        self.not_cancelled()
    }

    /// A body does not start once its request is cancelled.
    pub(super) fn not_cancelled(&mut self) -> Result<(), Pause> {
        match self.site.cancelled.is_cancelled() {
            true => Err(self.stop(Stop::RequestCancelled)),
            false => Ok(()),
        }
    }

    /// An answer that is looked at is accepted, with what recovery goes by.
    async fn accept_answers(&mut self) -> Result<(), Stop> {
        if !self.hold.is_claimed() {
            return Ok(());
        }
        let answering = Answering {
            journal: &self.journal,
            responses: &self.responses,
        };
        let state = serde_json::to_vec(&answering);
        let state = state.map_err(|error| Stop::Internal(error.to_string()))?;
        self.hold.accept(state).await.map_err(not_accepted)
    }

    async fn suspend_with(&mut self, questions: &[Delivered]) -> Result<Option<Suspended>, Stop> {
        if self.terms.unsealed {
            return Ok(None);
        }
        let internal = |error: serde_json::Error| Stop::Internal(error.to_string());
        self.accept_answers().await?;
        let state = self.journal.encode().map_err(internal)?;
        let continuation = &self.terms.continuation;
        let shown = match continuation.is_ledger() {
            true => shown::encode(questions).map_err(internal)?,
            false => Vec::new(),
        };
        let (hold, binding) = (std::mem::take(&mut self.hold), self.site.binding());
        let suspended = continuation.suspend(self.chain, hold, state, &shown, &binding);
        suspended.await.map(Some).map_err(|why| {
            let rounds = self.terms.rounds;
            not_suspended(why, rounds)
        })
    }

    /// Keeps the chain while the handler runs.
    pub(crate) fn lease(&self) -> Lease {
        self.hold.lease()
    }

    /// The lease was lost, and the handler dropped: nothing that it did is committed.
    pub(crate) fn lost(&mut self) -> Pause {
        self.stop(Stop::Busy)
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.host.clock
    }
}

/// A handler has ended without asking.
pub(super) async fn handled(hold: Hold, failed: bool) -> Result<(), Stop> {
    let asked = !matches!(hold, Hold::Free | Hold::Reserved(_));
    let committed = match failed {
        true => hold.fail().await,
        false => hold.finish().await,
    };
    match committed {
        // Somebody else has the chain by now, and says what became of it.
        Err(Uncommitted::Lost) if asked && !failed => Err(Stop::Busy),
        Err(error) => {
            // What the handler says is true all the same; whoever asks again has to look it up.
            tracing::warn!(?error, "how a call ended could not be written down");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Why a prompt does not go out.
pub(super) fn not_suspended(why: NotSuspended, rounds: u32) -> Stop {
    match why {
        NotSuspended::Sealed(SealError::TooLong { .. })
        | NotSuspended::Ledger(Uncommitted::Refused(Guard::Size)) => Stop::StateTooLarge,
        NotSuspended::Sealed(error) => Stop::Internal(error.to_string()),
        NotSuspended::Ledger(Uncommitted::Refused(Guard::Prompts)) => {
            Stop::InteractionLimit { rounds }
        }
        NotSuspended::Ledger(Uncommitted::Refused(Guard::Deadline | Guard::Lifetime)) => {
            Stop::BadState
        }
        NotSuspended::Ledger(error) => uncommitted(error),
    }
}

/// What was to be written down is not.
pub(super) fn uncommitted(error: Uncommitted) -> Stop {
    match error {
        Uncommitted::Unavailable(error) => Stop::Unavailable(error.to_string()),
        Uncommitted::Refused(_) => Stop::StateTooLarge,
        Uncommitted::Lost => Stop::Busy,
    }
}

/// Why a ledger does not begin, open or accept anything.
pub(super) fn not_accepted(refusal: Refusal) -> Stop {
    match refusal {
        Refusal::Unavailable(error) => Stop::Unavailable(error.to_string()),
        Refusal::Conflict => Stop::Conflict,
        Refusal::Invalid => Stop::BadState,
        Refusal::Busy(full) => {
            if let Some(full) = full {
                tracing::warn!(?full, "the ledger has no room");
            }
            Stop::Busy
        }
    }
}
