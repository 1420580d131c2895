//! A ledger as the rest of the crate uses it: chains are started and tokens redeemed, and what can be done next is the value
//! that comes out.

use std::sync::Arc;

use super::bodies::{Bodies, Kind, Shown};
use super::held::Held;
use super::states::{Claimed, Recovering, Reserved};
use super::{
    AnswerHash, Attempt, BindingHash, ChainKey, Claim, Closing, Full, Lifetime, Owner, Start,
    Started, Store, StoreError, Terms, Token, Verdict,
};
use crate::clock::{Clock, NoEntropy};
use crate::seal::{Audience, Binding, Keyring, Principal};

/// A store, and what everything in it is bound to.
pub(crate) struct Ledger {
    pub(super) store: Arc<dyn Store>,
    pub(super) bodies: Bodies,
    lifetime: Lifetime,
}

/// Nothing ran.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// There is no room, or the lifetime has ended, or somebody else holds the chain: `busy`.
    Busy(Option<Full>),
    /// The prompt was answered otherwise: `conflict`.
    Conflict,
    /// There is no such token for this caller and this call, or not any more: `invalid_continuation`.
    Invalid,
    /// The store, or the randomness that is needed for it, is not to be had.
    Unavailable(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(error)
    }
}

impl From<NoEntropy> for Refusal {
    fn from(error: NoEntropy) -> Self {
        Self::Unavailable(no_entropy(error))
    }
}

/// Nothing can be sealed or named: to the caller the same as a store that is not to be had.
pub(super) fn no_entropy(error: NoEntropy) -> StoreError {
    StoreError::with_source("there are no random bytes; try again later", error)
}

/// What a token and an answer lead to.
pub(crate) enum Redeemed {
    /// The prompt was open, and is held.
    Claimed(Claimed),
    /// The answer was accepted before: find out what became of it.
    Recovering(Recovering),
    /// The answer was accepted before, and led to this prompt, which expires then, in Unix milliseconds.
    Replayed(Shown, u64),
    /// The answer ended the call; this is what was said.
    Declined(Vec<u8>),
    /// There were too many invalid answers.
    Exhausted,
    /// The answer was accepted before, and has been recovered as often as it may be.
    AlreadyRan,
}

impl Ledger {
    /// `keyring` seals what the store gets; `None` for one in this process's memory.
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        audience: Audience,
        lifetime: Lifetime,
        keyring: Option<Arc<Keyring>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            lifetime,
            bodies: Bodies {
                clock,
                audience,
                keyring,
            },
        })
    }

    fn clock(&self) -> &dyn Clock {
        &*self.bodies.clock
    }

    /// What the store reserves for a prompt of at most `bytes`, state and what is shown together.
    pub(super) fn reserve(&self, bytes: u64) -> u64 {
        bytes.saturating_add(self.bodies.overhead())
    }

    /// Makes room for a chain whose first prompt has at most `reserve` bytes, state and what is shown together.
    pub(crate) async fn start(
        self: &Arc<Self>,
        principal: &Principal,
        binding: &Binding<'_>,
        terms: Terms,
        reserve: u64,
    ) -> Result<Reserved, Refusal> {
        let audience = &self.bodies.audience;
        let token = Token::first(self.clock())?;
        let key = ChainKey {
            owner: Owner::of(audience, principal),
            chain: token.chain(audience),
        };
        let start = Start {
            key,
            lifetime: self.lifetime,
            binding: BindingHash::of(audience, binding),
            attempt: Attempt::random(self.clock())?,
            terms,
            reserve: self.reserve(reserve),
        };
        let started = match self.store.start(start.clone()).await {
            Ok(started) => started,
            Err(_) => self.store.start(start).await?,
        };
        match started {
            Started::Granted(grant) => Ok(Reserved(Held::new(self, key, token, grant.fence, 0))),
            Started::Full(full) => Err(Refusal::Busy(Some(full))),
            Started::Ended | Started::Taken => Err(Refusal::Busy(None)),
        }
    }

    /// Comes with a token's text and an answer, which may both be anything.
    pub(crate) async fn redeem(
        self: &Arc<Self>,
        token: &str,
        principal: &Principal,
        binding: &Binding<'_>,
        answer: AnswerHash,
    ) -> Result<Redeemed, Refusal> {
        let audience = &self.bodies.audience;
        let token = Token::parse(token).ok_or(Refusal::Invalid)?;
        let key = ChainKey {
            owner: Owner::of(audience, principal),
            chain: token.chain(audience),
        };
        let claim = Claim {
            key,
            lifetime: self.lifetime,
            binding: BindingHash::of(audience, binding),
            token: token.hash(audience),
            answer,
            attempt: Attempt::random(self.clock())?,
        };
        let claimed = match self.store.claim(claim.clone()).await {
            Ok(claimed) => claimed,
            Err(_) => self.store.claim(claim).await?,
        };
        let state = |kind| {
            let state = claimed.state.as_ref();
            state
                .and_then(|state| self.bodies.get(key, kind, state))
                .ok_or_else(damaged)
        };
        let shown = |round| {
            let shown = claimed.shown.as_ref();
            shown
                .and_then(|shown| self.bodies.shown(key, round, shown))
                .ok_or_else(damaged)
        };
        let held = |fence, round| Held::new(self, key, token.clone(), fence, round);
        // A grant is held before its bodies are opened: one that cannot be opened is let go of.
        Ok(match claimed.verdict {
            Verdict::Claimed {
                grant,
                round,
                expiry,
                ..
            } => {
                let held = held(grant.fence, round);
                Redeemed::Claimed(Claimed {
                    state: state(Kind::Asked)?,
                    shown: shown(round)?,
                    expiry,
                    held,
                })
            }
            Verdict::Recovering { grant, round } => {
                let held = held(grant.fence, round);
                Redeemed::Recovering(Recovering {
                    state: state(Kind::Answered)?,
                    held,
                })
            }
            Verdict::Replayed { round, expiry } => Redeemed::Replayed(shown(round)?, expiry),
            Verdict::Closed(Closing::Declined) => Redeemed::Declined(state(Kind::Declined)?),
            Verdict::Closed(Closing::Attempts) => Redeemed::Exhausted,
            Verdict::AlreadyRan => Redeemed::AlreadyRan,
            Verdict::Busy => return Err(Refusal::Busy(None)),
            Verdict::Conflict => return Err(Refusal::Conflict),
            Verdict::Invalid => return Err(Refusal::Invalid),
        })
    }

    /// Ends the lifetime, for all who share the store.
    pub(crate) async fn end(&self) -> Result<(), StoreError> {
        self.store.end(self.lifetime).await
    }
}

fn damaged() -> Refusal {
    let what = "a body does not open; was its key dropped from the keyring?";
    Refusal::Unavailable(StoreError::new(what))
}
