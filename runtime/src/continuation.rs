//! How a conversation is carried from one request to the next: suspend it to a token, resume it from one.

use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::seal::{Binding, ChainId, Envelope, OpenError, Seal, SealError, TokenId};

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

/// A token that was presented and has opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Presented {
    pub(crate) id: TokenId,
    /// Unix milliseconds.
    pub(crate) deadline: u64,
}

/// What a token brought back.
pub(crate) struct Resumed {
    pub(crate) presented: Presented,
    pub(crate) chain: Chain,
    pub(crate) body: Vec<u8>,
}

/// Where the state between two rounds lives.
#[derive(Debug, Clone)]
pub(crate) enum Continuation {
    /// In the token itself, sealed; nothing stays on the server.
    Sealed(Seal),
}

impl Continuation {
    /// Hands the state out. A chain keeps its id, and the deadline that its first prompt set.
    pub(crate) fn suspend(
        &self,
        chain: Chain,
        body: Vec<u8>,
        binding: &Binding<'_>,
    ) -> Result<String, SealError> {
        let Self::Sealed(seal) = self;
        seal.seal(
            &Envelope {
                issued: seal.clock().now(),
                deadline: self.deadline(chain),
                chain: chain.id,
                body,
            },
            binding,
        )
    }

    /// When a chain is over that goes on now, in Unix milliseconds, exclusive.
    pub(crate) fn deadline(&self, chain: Chain) -> u64 {
        let Self::Sealed(seal) = self;
        let first = || seal.clock().now().saturating_add(seal.ttl_ms());
        chain.deadline.unwrap_or_else(first)
    }

    /// Takes the state back, if the token is ours, alive, and bound to this very request.
    pub(crate) fn resume(&self, token: &str, binding: &Binding<'_>) -> Result<Resumed, OpenError> {
        let Self::Sealed(seal) = self;
        let Envelope {
            deadline,
            chain,
            body,
            ..
        } = seal.open(token, binding)?;
        Ok(Resumed {
            presented: Presented {
                id: TokenId::of(token),
                deadline,
            },
            chain: Chain {
                id: chain,
                deadline: Some(deadline),
            },
            body,
        })
    }
}
