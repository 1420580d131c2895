//! The record of one chain: everything about it that is not a body.

use super::{
    AnswerHash, Attempt, BindingHash, Claim, Closing, Grant, Lifetime, Limits, Owner, Start, Terms,
    TokenHash,
};

/// What a store keeps of a chain beside its bodies.
///
/// Only [`machine`](super::machine) makes and changes one; a store keeps it, by [`to_bytes`](Self::to_bytes) if it has to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub(super) owner: Owner,
    pub(super) lifetime: Lifetime,
    pub(super) binding: BindingHash,
    pub(super) terms: Terms,
    pub(super) state: State,
    /// Rises with every grant, and when a lease ends by itself: a fence that is current and a state tell what the holder of
    /// that fence did.
    pub(super) fence: u64,
    /// Set by the first prompt, never changed; 0 before.
    pub(super) deadline: u64,
    /// Invalid answers to the last prompt.
    pub(super) attempts: u16,
    pub(super) recoveries: u16,
    /// Bytes that the next prompt may take, besides those of the state that it replaces.
    pub(super) reserved: u64,
    pub(super) state_bytes: u64,
    pub(super) prompts: Vec<Prompt>,
}

/// One prompt that went out. All but the last are answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Prompt {
    pub(super) token: TokenHash,
    pub(super) expiry: u64,
    pub(super) bytes: u64,
    /// Once it is there it never changes.
    pub(super) accepted: Option<AnswerHash>,
}

/// Where a chain is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// A handler runs that has not asked.
    Reserved(Lease),
    /// The last prompt waits for its answer.
    Open,
    /// An answer to it is looked at; not accepted yet.
    Claimed(Lease, AnswerHash),
    /// The answer was accepted, and the handler runs.
    Running(Lease),
    /// The handler had a result.
    Done,
    /// The handler was lost after the last answer was accepted.
    Recover,
    /// What became of the handler is being found out.
    Recovering(Lease),
    /// Nothing more happens.
    Closed(Closing),
}

/// Who holds a chain, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lease {
    pub(super) attempt: Attempt,
    pub(super) end: u64,
}

impl State {
    pub(super) fn lease(&self) -> Option<&Lease> {
        match self {
            Self::Reserved(lease)
            | Self::Claimed(lease, _)
            | Self::Running(lease)
            | Self::Recovering(lease) => Some(lease),
            _ => None,
        }
    }

    pub(super) fn lease_mut(&mut self) -> Option<&mut Lease> {
        match self {
            Self::Reserved(lease)
            | Self::Claimed(lease, _)
            | Self::Running(lease)
            | Self::Recovering(lease) => Some(lease),
            _ => None,
        }
    }
}

impl Record {
    pub(super) fn reserved(start: &Start, lease: Lease) -> Self {
        Self {
            owner: start.key.owner,
            lifetime: start.lifetime,
            binding: start.binding,
            terms: start.terms,
            state: State::Reserved(lease),
            fence: 1,
            deadline: 0,
            attempts: 0,
            recoveries: 0,
            reserved: start.reserve.saturating_add(Limits::PROMPT_CHARGE),
            state_bytes: 0,
            prompts: Vec::new(),
        }
    }

    /// Whose chain it is.
    #[must_use]
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// The lifetime that it belongs to.
    #[must_use]
    pub fn lifetime(&self) -> Lifetime {
        self.lifetime
    }

    /// How many bytes it is charged.
    #[must_use]
    pub fn charge(&self) -> u64 {
        self.prompts
            .iter()
            .map(|prompt| Limits::PROMPT_CHARGE.saturating_add(prompt.bytes))
            .fold(Limits::CHAIN_CHARGE, u64::saturating_add)
            .saturating_add(self.state_bytes)
            .saturating_add(self.reserved)
    }

    /// Whether it counts as one of the chains that its owner may have: it is not over.
    #[must_use]
    pub fn counts(&self) -> bool {
        matches!(
            self.state,
            State::Reserved(_) | State::Open | State::Claimed(..) | State::Running(_)
        )
    }

    /// When it changes by itself, in Unix milliseconds: the end of its lease, its expiry, or when it is forgotten. From then on
    /// [`settle`](super::machine::settle) says what has become of it.
    #[must_use]
    pub fn due(&self, limits: &Limits) -> u64 {
        match (&self.state, self.prompts.last()) {
            (State::Open, Some(last)) => last.expiry,
            (state, _) => match state.lease() {
                Some(lease) => lease.end,
                None => self.deadline.saturating_add(limits.grace),
            },
        }
    }

    /// Whether it goes with its lifetime: a prompt that waits for its answer.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    pub(super) fn grant(&self, lease: Lease) -> Grant {
        Grant {
            fence: self.fence,
            lease_end: lease.end,
        }
    }

    pub(super) fn is_bound_to(&self, claim: &Claim) -> bool {
        self.owner == claim.key.owner
            && self.binding == claim.binding
            && self.lifetime == claim.lifetime
    }

    /// The last prompt's number, counted from 1; 0 before the first.
    pub(super) fn round(&self) -> u16 {
        u16::try_from(self.prompts.len()).unwrap_or(u16::MAX)
    }
}
