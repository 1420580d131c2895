//! Bodies as a store gets them: as they are in this process's memory, sealed everywhere else.

use std::sync::Arc;

use super::{Body, ChainKey, Token};
use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::seal::{Audience, Keyring};

/// What a body is. A body of one kind, or of one chain, opens as no other.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// The state that a prompt went out with.
    Asked,
    /// The state once the prompt was answered.
    Answered,
    /// What a replay of a decline is told.
    Declined,
    /// What was shown with this prompt, token first.
    Shown(u16),
}

/// Seals and opens.
#[derive(Clone)]
pub(super) struct Bodies {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) audience: Audience,
    /// `None` for a store in this process's memory.
    pub(super) keyring: Option<Arc<Keyring>>,
}

/// A prompt as it was given out.
#[derive(Clone)]
pub(crate) struct Shown {
    pub(crate) token: Token,
    pub(crate) text: Vec<u8>,
}

impl Bodies {
    /// How many bytes more than the caller's own a prompt takes, state and what is shown together.
    pub(super) fn overhead(&self) -> u64 {
        let sealed = match self.keyring {
            Some(_) => 2 * Keyring::BODY_OVERHEAD,
            None => 0,
        };
        (sealed + Token::BYTES) as u64
    }

    pub(super) fn put(&self, key: ChainKey, kind: Kind, plain: Vec<u8>) -> Result<Body, NoEntropy> {
        Ok(match &self.keyring {
            Some(keyring) => {
                let associated = self.associated(key, kind);
                keyring.seal_body(&*self.clock, &associated, &plain)?.into()
            }
            None => plain.into(),
        })
    }

    /// `None` when it is not a body that was put here.
    pub(super) fn get(&self, key: ChainKey, kind: Kind, body: &Body) -> Option<Vec<u8>> {
        match &self.keyring {
            Some(keyring) => keyring.open_body(&self.associated(key, kind), body.as_bytes()),
            None => Some(body.as_bytes().to_vec()),
        }
    }

    pub(super) fn show(
        &self,
        key: ChainKey,
        round: u16,
        token: &Token,
        text: &[u8],
    ) -> Result<Body, NoEntropy> {
        let plain = [token.as_bytes(), text].concat();
        self.put(key, Kind::Shown(round), plain)
    }

    pub(super) fn shown(&self, key: ChainKey, round: u16, body: &Body) -> Option<Shown> {
        let plain = self.get(key, Kind::Shown(round), body)?;
        let (token, text) = plain.split_at_checked(Token::BYTES)?;
        Some(Shown {
            token: Token::from_bytes(token)?,
            text: text.to_vec(),
        })
    }

    fn associated(&self, key: ChainKey, kind: Kind) -> Vec<u8> {
        let (kind, round) = match kind {
            Kind::Asked => ("asked", 0),
            Kind::Answered => ("answered", 0),
            Kind::Declined => ("declined", 0),
            Kind::Shown(round) => ("shown", round),
        };
        let mut framed = Framed::bytes("askback ledger body 1");
        framed
            .text(self.audience.as_str())
            .field(key.owner.as_bytes())
            .field(key.chain.as_bytes())
            .text(kind)
            .number(round.into());
        framed.into_bytes()
    }
}
