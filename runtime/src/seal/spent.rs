//! Tokens that have had their effect.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::canonical::Framed;
use crate::clock::Clock;

use super::{Principal, TokenId};

/// One principal has this part of the room at most.
const SHARE: usize = 4;

/// How a token was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum How {
    /// It led to a `Confirmed`.
    Confirmed,
    /// It led to a decline that ended the call.
    Declined,
}

/// Why a token could not be spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// It led to a `Confirmed` before.
    AlreadyConfirmed,
    /// It led to a decline before.
    AlreadyDeclined,
    /// It expired between being opened and being claimed.
    Expired,
    /// As many tokens as can be remembered, in all or of this principal, are spent and not expired.
    Full,
}

impl From<How> for Claim {
    fn from(how: How) -> Self {
        match how {
            How::Confirmed => Self::AlreadyConfirmed,
            How::Declined => Self::AlreadyDeclined,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlreadyConfirmed => {
                "this confirmation was used before; call again to be asked again"
            }
            Self::AlreadyDeclined => {
                "this question was declined before; call again to be asked again"
            }
            Self::Expired => "the time for this answer is over; call again to be asked again",
            Self::Full => "too many confirmations at a time; try again later",
        })
    }
}

impl std::error::Error for Claim {}

/// The tokens that led to an effect or to a decline in this process, each remembered until its deadline.
///
/// At most 65,536, and a quarter of them of one principal, so that none takes the room of all. Nothing is forgotten to make
/// room: when it is full, nothing can be claimed, and gates stay closed. Cheap to clone; clones are one set.
#[derive(Clone)]
pub struct Spent {
    state: Arc<Mutex<State>>,
    clock: Arc<dyn Clock>,
    limit: usize,
}

/// A digest of a principal, whose own bytes may be many.
type Who = [u8; 32];

fn who(principal: &Principal) -> Who {
    let mut hash = Framed::hash("askback spent 1");
    hash.field(principal.bytes());
    hash.finish()
}

#[derive(Default)]
struct State {
    tokens: HashMap<TokenId, (How, Who)>,
    /// How many of them each principal has.
    of: HashMap<Who, usize>,
    deadlines: BTreeSet<(u64, TokenId)>,
    /// The latest time seen. A clock that is set back must not bring forgotten tokens back to life.
    latest: u64,
}

impl State {
    /// Forgets what has expired; each token is looked at once in its life.
    fn expire(&mut self, now: u64) {
        self.latest = self.latest.max(now);
        while let Some((deadline, token)) = self.deadlines.first().copied() {
            if deadline > self.latest {
                break;
            }
            self.deadlines.pop_first();
            if let Some((_, who)) = self.tokens.remove(&token)
                && let Some(count) = self.of.get_mut(&who)
            {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    self.of.remove(&who);
                }
            }
        }
    }

    fn is_full(&self, who: &Who, limit: usize) -> bool {
        let of_one = self.of.get(who).copied().unwrap_or_default();
        self.tokens.len() >= limit || of_one >= limit.div_ceil(SHARE)
    }
}

impl Spent {
    /// How many tokens are remembered at most.
    pub const LIMIT: usize = 65_536;

    /// An empty set.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self::with_limit(clock, Self::LIMIT)
    }

    fn with_limit(clock: Arc<dyn Clock>, limit: usize) -> Self {
        Self {
            state: Arc::default(),
            clock,
            limit,
        }
    }

    /// Spends a `token` of `principal`. Of any number of claims of one token, at the same time or one after another, exactly one succeeds.
    ///
    /// `deadline` is the envelope's, in milliseconds since 1970. What the claim stands for may happen only after `Ok`.
    ///
    /// # Errors
    /// The token was spent before, has expired in the meantime, or there is no room; each means that nothing may happen.
    pub fn claim(
        &self,
        principal: &Principal,
        token: TokenId,
        deadline: u64,
        how: How,
    ) -> Result<(), Claim> {
        let who = who(principal);
        let mut state = self.expired();
        if let Some((before, _)) = state.tokens.get(&token) {
            return Err((*before).into());
        }
        // It would be forgotten at the next claim, and a second claim of the same token would win as well.
        if deadline <= state.latest {
            return Err(Claim::Expired);
        }
        if state.is_full(&who, self.limit) {
            return Err(Claim::Full);
        }
        let of_one = state.of.entry(who).or_default();
        *of_one = of_one.saturating_add(1);
        state.tokens.insert(token, (how, who));
        state.deadlines.insert((deadline, token));
        Ok(())
    }

    /// How `token` was spent; `None` if it was not, or has expired since.
    #[must_use]
    pub fn check(&self, token: TokenId) -> Option<How> {
        self.lock().tokens.get(&token).map(|(how, _)| *how)
    }

    /// Whether a claim of `principal` would fail for want of room: a gate that is about to ask had better not.
    #[must_use]
    pub fn is_full(&self, principal: &Principal) -> bool {
        let who = who(principal);
        self.expired().is_full(&who, self.limit)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics halfway through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expired(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        state.expire(self.clock.now());
        state
    }
}

impl fmt::Debug for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spent")
            .field("tokens", &self.lock().tokens.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
