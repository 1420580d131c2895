//! How a conversation is carried from one request to the next: suspend it to a token, resume it from one.
//!
//! Sealed, the token holds the state. With a ledger it refers to a record, which a request holds while it is answered.

mod hold;
mod resume;

use std::sync::Arc;

use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::ledger::{Ledger, Terms};
use crate::seal::{Binding, ChainId, Envelope, Seal, SealError, TokenId};

pub(crate) use crate::ledger::{Refusal, Rejected, Uncommitted};
pub(crate) use hold::{Hold, Lease};
pub(crate) use resume::{Refused, Resumed, Shown};

/// A chain of rounds. It has its name from the opening of the conversation on, before anything is asked.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    id: ChainId,
    /// Unix milliseconds; set by the first prompt, never extended.
    deadline: Option<u64>,
}

impl Chain {
    /// A chain of which nothing has gone out yet.
    pub(crate) fn start(clock: &dyn Clock) -> Result<Self, NoEntropy> {
        let mut id = ChainId::default();
        clock.fill(&mut id)?;
        Ok(Self { id, deadline: None })
    }

    /// Its name. Whoever knows it can make keys that it makes: it goes into digests only.
    pub(crate) fn id(&self) -> &ChainId {
        &self.id
    }

    /// What the log may call the chain.
    pub(crate) fn hashed(&self) -> String {
        let mut hash = Framed::hash("askback chain 1");
        hash.field(&self.id);
        let short = hash.finish().into_iter().take(8);
        short.map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A sealed token that was presented and has opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Presented {
    pub(crate) id: TokenId,
    /// Unix milliseconds.
    pub(crate) deadline: u64,
}

/// Where the state between two rounds lives.
#[derive(Clone)]
pub(crate) enum Continuation {
    /// In the token itself, sealed; nothing stays on the server.
    Sealed(Seal),
    /// In a ledger.
    Ledger {
        ledger: Arc<Ledger>,
        terms: Terms,
        clock: Arc<dyn Clock>,
    },
}

/// How a chain goes on.
pub(crate) struct Suspended {
    /// What comes back with the answer.
    pub(crate) token: String,
    /// When it expires, in Unix milliseconds.
    pub(crate) expiry: u64,
}

/// Why a chain does not go on.
#[derive(Debug)]
pub(crate) enum NotSuspended {
    Sealed(SealError),
    Ledger(Uncommitted),
}

impl Continuation {
    /// Hands the state out, and what is shown with it. A chain keeps its id, and the deadline that its first prompt set.
    pub(crate) async fn suspend(
        &self,
        chain: Chain,
        hold: Hold,
        state: Vec<u8>,
        shown: &[u8],
        binding: &Binding<'_>,
    ) -> Result<Suspended, NotSuspended> {
        match self {
            Self::Sealed(_) => self.seal(chain, state, binding),
            Self::Ledger { .. } => {
                let prompted = hold.prompt(state, shown).await;
                let prompted = prompted.map_err(NotSuspended::Ledger)?;
                Ok(Suspended {
                    token: prompted.token.text(),
                    expiry: prompted.expiry,
                })
            }
        }
    }

    /// Seals the state into a token.
    pub(crate) fn seal(
        &self,
        chain: Chain,
        body: Vec<u8>,
        binding: &Binding<'_>,
    ) -> Result<Suspended, NotSuspended> {
        let Self::Sealed(seal) = self else {
            return Err(NotSuspended::Ledger(Uncommitted::Lost));
        };
        let deadline = self.deadline(chain);
        let envelope = Envelope {
            issued: seal.clock().now(),
            deadline,
            chain: chain.id,
            body,
        };
        let token = seal.seal(&envelope, binding);
        Ok(Suspended {
            token: token.map_err(NotSuspended::Sealed)?,
            expiry: deadline,
        })
    }

    /// When a chain is over that goes on now, in Unix milliseconds, exclusive. That of a ledger's first prompt is the
    /// store's to say; this is what it will be about.
    pub(crate) fn deadline(&self, chain: Chain) -> u64 {
        let (now, ttl) = match self {
            Self::Sealed(seal) => (seal.clock().now(), seal.ttl_ms()),
            Self::Ledger { terms, clock, .. } => (clock.now(), terms.ttl),
        };
        chain.deadline.unwrap_or_else(|| now.saturating_add(ttl))
    }

    /// Whether there is a ledger: a chain has no forks then.
    pub(crate) fn is_ledger(&self) -> bool {
        matches!(self, Self::Ledger { .. })
    }
}
