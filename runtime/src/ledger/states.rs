//! The states of a chain that is held, each a value of its own: what can happen next is a method of it, and uses it up.

use super::bodies::{Kind, Shown};
use super::handle::{Refusal, no_entropy};
use super::held::{Held, Renewal};
use super::{Guard, StoreError, Token, Transition, Written};
use crate::clock::NoEntropy;

/// A handler runs that has asked nothing.
pub(crate) struct Reserved(pub(super) Held);

/// An answer is looked at. No handler runs.
pub(crate) struct Claimed {
    pub(super) held: Held,
    /// The state that the prompt went out with.
    pub(crate) state: Vec<u8>,
    /// The prompt itself.
    pub(crate) shown: Shown,
    /// When it expires, in Unix milliseconds.
    pub(crate) expiry: u64,
}

/// The answer was accepted, and the handler runs.
pub(crate) struct Running(Held);

/// What became of a handler is being found out: it can finish, and nothing else.
pub(crate) struct Recovering {
    pub(super) held: Held,
    /// The state once the answer was accepted.
    pub(crate) state: Vec<u8>,
}

/// A prompt that may go out.
#[derive(Debug)]
pub(crate) struct Prompted {
    pub(crate) token: Token,
    /// When it expires, in Unix milliseconds.
    pub(crate) expiry: u64,
}

/// What was to be committed is not.
#[derive(Debug)]
pub(crate) enum Uncommitted {
    /// The prompt may not go out.
    Refused(Guard),
    /// The lease had ended: `busy`.
    Lost,
    /// The store cannot be reached, or cannot tell.
    Unavailable(StoreError),
}

impl From<StoreError> for Uncommitted {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(error)
    }
}

impl From<NoEntropy> for Uncommitted {
    fn from(error: NoEntropy) -> Self {
        Self::Unavailable(no_entropy(error))
    }
}

/// What becomes of an invalid answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// It can be answered again, after so many invalid answers.
    Again(u16),
    /// That was one too many.
    Closed,
}

macro_rules! held {
    ($($state:ident, $field:tt;)*) => {$(
        impl $state {
            /// Keeps the lease while something runs.
            pub(crate) fn renewal(&self) -> Renewal {
                self.$field.renewal()
            }

            /// What the chain is called among those who know its tokens.
            #[allow(dead_code, reason = "not asked of all states")]
            pub(crate) fn chain(&self) -> &[u8; Token::CHAIN_BYTES] {
                self.$field.token.chain_bytes()
            }
        }
    )*};
}

held! {
    Reserved, 0;
    Claimed, held;
    Running, 0;
    Recovering, held;
}

async fn prompt(
    held: Held,
    state: Vec<u8>,
    text: &[u8],
    ttl: Option<u64>,
) -> Result<Prompted, Uncommitted> {
    let bodies = &held.ledger.bodies;
    let token = held.token.next(&*bodies.clock)?;
    let transition = Transition::Prompt {
        token: token.hash(&bodies.audience),
        ttl,
        state: bodies.put(held.key, Kind::Asked, state)?,
        shown: bodies.show(held.key, held.round.saturating_add(1), &token, text)?,
    };
    match held.end(transition).await? {
        Written::Prompted { expiry, .. } => Ok(Prompted { token, expiry }),
        Written::Refused(guard) => Err(Uncommitted::Refused(guard)),
        _ => Err(Uncommitted::Lost),
    }
}

/// Ends with `transition`, which leads to `written` or to nothing.
async fn end(held: Held, transition: Transition, written: Written) -> Result<(), Uncommitted> {
    if held.end(transition).await? == written {
        Ok(())
    } else {
        Err(Uncommitted::Lost)
    }
}

impl Reserved {
    /// The first prompt: its state, and what is shown.
    pub(crate) async fn prompt(
        self,
        state: Vec<u8>,
        text: &[u8],
        ttl: Option<u64>,
    ) -> Result<Prompted, Uncommitted> {
        prompt(self.0, state, text, ttl).await
    }

    /// The handler had a result, and asked nothing.
    pub(crate) async fn finish(self) -> Result<(), Uncommitted> {
        end(self.0, Transition::Finish, Written::Finished).await
    }

    /// The handler failed.
    pub(crate) async fn fail(self) -> Result<(), Uncommitted> {
        end(self.0, Transition::Fail, Written::Failed).await
    }
}

impl Claimed {
    /// The answer counts from here on, and `state` is what recovery gets. The next prompt has at most `reserve` bytes, state
    /// and what is shown together.
    pub(crate) async fn accept(self, state: Vec<u8>, reserve: u64) -> Result<Running, Refusal> {
        let ledger = &self.held.ledger;
        let transition = Transition::Accept {
            state: ledger.bodies.put(self.held.key, Kind::Answered, state)?,
            reserve: ledger.reserve(reserve),
        };
        match self.held.write(transition).await? {
            Written::Accepted => Ok(Running(self.held)),
            Written::Full(full) => {
                self.held.forget();
                Err(Refusal::Busy(Some(full)))
            }
            _ => Err(Refusal::Busy(None)),
        }
    }

    /// The answer is invalid.
    pub(crate) async fn reject(self) -> Result<Rejected, Uncommitted> {
        match self.held.end(Transition::Reject).await? {
            Written::Rejected { attempts } => Ok(Rejected::Again(attempts)),
            Written::Exhausted => Ok(Rejected::Closed),
            _ => Err(Uncommitted::Lost),
        }
    }

    /// Policy refuses the call.
    pub(crate) async fn release(self) -> Result<(), Uncommitted> {
        end(self.held, Transition::Release, Written::Released).await
    }
}

impl Running {
    /// The next prompt: its state, and what is shown.
    pub(crate) async fn prompt(
        self,
        state: Vec<u8>,
        text: &[u8],
        ttl: Option<u64>,
    ) -> Result<Prompted, Uncommitted> {
        prompt(self.0, state, text, ttl).await
    }

    /// The handler had a result.
    pub(crate) async fn finish(self) -> Result<(), Uncommitted> {
        end(self.0, Transition::Finish, Written::Finished).await
    }

    /// The handler failed: what it did is not known.
    pub(crate) async fn fail(self) -> Result<(), Uncommitted> {
        end(self.0, Transition::Fail, Written::Failed).await
    }

    /// The person said no, and the call ends; a replay is told `text`.
    pub(crate) async fn decline(self, text: Vec<u8>) -> Result<(), Uncommitted> {
        let bodies = &self.0.ledger.bodies;
        let state = bodies.put(self.0.key, Kind::Declined, text)?;
        match self.0.end(Transition::Decline { state }).await? {
            Written::Declined => Ok(()),
            Written::Refused(guard) => Err(Uncommitted::Refused(guard)),
            _ => Err(Uncommitted::Lost),
        }
    }
}

impl Recovering {
    /// What became of the handler is known.
    pub(crate) async fn finish(self) -> Result<(), Uncommitted> {
        end(self.held, Transition::Finish, Written::Finished).await
    }

    /// It is not.
    pub(crate) async fn fail(self) -> Result<(), Uncommitted> {
        end(self.held, Transition::Fail, Written::Failed).await
    }
}
