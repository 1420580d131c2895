//! What a store says to an event.

use super::{Body, Full};

/// A chain is held: by whom, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// What every write has to carry.
    pub fence: u64,
    /// When the lease ends if it is not renewed, in Unix milliseconds by the store's clock, exclusive.
    pub lease_end: u64,
}

/// What becomes of a [`Start`](super::Start).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Started {
    /// The handler runs.
    Granted(Grant),
    /// There is no room; nothing may run.
    Full(Full),
    /// The lifetime has ended; nothing may run.
    Ended,
    /// There is a chain of this name. Names are random: it does not happen by chance.
    Taken,
}

/// What becomes of a [`Claim`](super::Claim).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The prompt was open, and is held now: authorise, check, then accept, reject or release. Comes with the state and with
    /// what was shown.
    Claimed {
        /// By whom.
        grant: Grant,
        /// Which prompt it is, from 1.
        round: u16,
        /// How many invalid answers it had.
        attempts: u16,
        /// When it expires, in Unix milliseconds, exclusive.
        expiry: u64,
    },
    /// This very answer was accepted before, and the chain is over or its holder is lost: find out what became of it, run
    /// nothing. Comes with the state.
    Recovering {
        /// By whom.
        grant: Grant,
        /// Which prompt it is, from 1.
        round: u16,
    },
    /// This very answer was accepted before, and led to another prompt. Comes with what was shown then.
    Replayed {
        /// Which prompt that is, from 1.
        round: u16,
        /// When it expires, in Unix milliseconds, exclusive.
        expiry: u64,
    },
    /// This very answer ended the call. Comes with the state.
    Closed(Closing),
    /// This very answer was accepted before, and has been recovered as often as it may be. Comes with the state.
    AlreadyRan,
    /// Somebody holds the chain.
    Busy,
    /// The prompt was answered otherwise.
    Conflict,
    /// There is no such token for this caller and this call, or not any more. Nothing else is said.
    Invalid,
}

/// How a chain was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The person said no.
    Declined,
    /// There were too many invalid answers.
    Attempts,
}

impl Verdict {
    /// Whether it comes with the state.
    #[must_use]
    pub fn needs_state(&self) -> bool {
        matches!(
            self,
            Self::Claimed { .. } | Self::Recovering { .. } | Self::Closed(_) | Self::AlreadyRan
        )
    }

    /// The prompt, from 1, that it comes with what was shown of.
    #[must_use]
    pub fn needs_shown(&self) -> Option<u16> {
        match self {
            Self::Claimed { round, .. } | Self::Replayed { round, .. } => Some(*round),
            _ => None,
        }
    }
}

/// What a [`Claim`](super::Claim) gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// What becomes of it.
    pub verdict: Verdict,
    /// The state, where [`Verdict::needs_state`].
    pub state: Option<Body>,
    /// What was shown, where [`Verdict::needs_shown`].
    pub shown: Option<Body>,
}

impl Claimed {
    /// A verdict without bodies.
    #[must_use]
    pub fn invalid() -> Self {
        Self {
            verdict: Verdict::Invalid,
            state: None,
            shown: None,
        }
    }
}

/// What becomes of a [`Write`](super::Write).
///
/// A write that comes again, because its reply got lost, changes nothing, and gets the same reply, unless the chain is gone, went
/// on, or was refused: then it is [`Lost`](Self::Lost).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// The lease holds on, until then, in Unix milliseconds, exclusive.
    Renewed {
        /// Its new end.
        lease_end: u64,
    },
    /// The prompt may go out.
    Prompted {
        /// Which one it is, from 1.
        round: u16,
        /// When it expires, in Unix milliseconds, exclusive.
        expiry: u64,
    },
    /// The prompt may not go out. What was running counts as failed.
    Refused(Guard),
    /// The handler runs.
    Accepted,
    /// There is no room for what the handler could ask next. Nothing may run; the prompt can be answered again.
    Full(Full),
    /// The prompt can be answered again.
    Released,
    /// The prompt can be answered again.
    Rejected {
        /// How many invalid answers it had.
        attempts: u16,
    },
    /// That was one invalid answer too many: the chain is closed.
    Exhausted,
    /// The chain is over.
    Finished,
    /// From Reserved, the chain is gone; from Claimed, the prompt can be answered again; else the chain can be recovered.
    Failed,
    /// The chain is closed.
    Declined,
    /// Whoever writes does not hold the chain, or not in the state that this is written from. Nothing has changed.
    Lost,
}

/// Why a prompt may not go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// The chain has had as many prompts as it may have.
    Prompts,
    /// The chain's time is over.
    Deadline,
    /// The lifetime has ended.
    Lifetime,
    /// It is larger than what was reserved for it.
    Size,
}
