//! How a conversation is carried from one request to the next: suspend it to a token, resume it from one.

use crate::canonical::Framed;
use crate::seal::{Binding, ChainId, Envelope, OpenError, Seal, SealError, TokenId};

/// A token that was presented and has opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Presented {
    pub(crate) id: TokenId,
    pub(crate) chain: ChainId,
    /// Unix milliseconds; set by the first prompt, never extended.
    pub(crate) deadline: u64,
}

impl Presented {
    /// What the log may call the chain.
    pub(crate) fn hashed_chain(self) -> String {
        let mut hash = Framed::hash("askback chain 1");
        hash.field(&self.chain);
        let short = hash.finish().into_iter().take(8);
        short.map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Where the state between two rounds lives.
#[derive(Debug, Clone)]
pub(crate) enum Continuation {
    /// In the token itself, sealed; nothing stays on the server.
    Sealed(Seal),
}

impl Continuation {
    /// Hands the state out. A chain that goes on keeps its id and its deadline.
    pub(crate) fn suspend(
        &self,
        going_on: Option<Presented>,
        body: Vec<u8>,
        binding: &Binding<'_>,
    ) -> Result<String, SealError> {
        let Self::Sealed(seal) = self;
        let issued = seal.clock().now();
        let (chain, deadline) = match going_on {
            Some(presented) => (presented.chain, presented.deadline),
            None => {
                let mut chain = ChainId::default();
                seal.clock().fill(&mut chain)?;
                (chain, issued.saturating_add(seal.ttl_ms()))
            }
        };
        seal.seal(
            &Envelope {
                issued,
                deadline,
                chain,
                body,
            },
            binding,
        )
    }

    /// Takes the state back, if the token is ours, alive, and bound to this very request.
    pub(crate) fn resume(
        &self,
        token: &str,
        binding: &Binding<'_>,
    ) -> Result<(Presented, Vec<u8>), OpenError> {
        let Self::Sealed(seal) = self;
        let Envelope {
            deadline,
            chain,
            body,
            ..
        } = seal.open(token, binding)?;
        Ok((
            Presented {
                id: TokenId::of(token),
                chain,
                deadline,
            },
            body,
        ))
    }
}
