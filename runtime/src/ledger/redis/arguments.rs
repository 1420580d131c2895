//! Events as arguments of a script.

use super::super::{ChainName, Claim, Lifetime, Limits, Owner, Start, Transition, Write};

/// Lua counts in doubles: up to 2^53 it is exact. Times and sizes are cut off here, so that sums of some stay below.
const MOST: u64 = 1 << 50;
/// What a reservation is cut off at: still more than any budget.
const MOST_RESERVED: u64 = 1 << 51;
/// A fence that no chain gets to.
const MOST_FENCE: u64 = 1 << 52;

/// The arguments of a script.
pub(super) struct Arguments(pub(super) Vec<Vec<u8>>);

impl Arguments {
    /// What every script gets first: the time, if it is not the server's own, the shard's limits, the chain and its owner.
    pub(super) fn new(now: Option<u64>, limits: &Limits) -> Self {
        let mut arguments = Self(Vec::with_capacity(16));
        match now {
            Some(now) => arguments.number(now.min(MOST)),
            None => arguments.bytes(b""),
        };
        for limit in [
            limits.lease,
            limits.grace,
            limits.recoveries.into(),
            limits.chains,
            limits.bytes,
            limits.chains_per_owner,
            limits.all_chains_per_owner,
            limits.bytes_per_owner,
        ] {
            arguments.number(limit.min(MOST));
        }
        arguments
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.push(bytes.to_vec());
        self
    }

    fn number(&mut self, number: u64) -> &mut Self {
        self.0.push(number.to_string().into_bytes());
        self
    }

    fn chain(&mut self, chain: &ChainName, owner: &Owner) -> &mut Self {
        self.bytes(chain.as_bytes()).bytes(owner.as_bytes())
    }

    pub(super) fn start(mut self, start: &Start) -> Self {
        self.chain(&start.key.chain, &start.key.owner)
            .bytes(start.lifetime.as_bytes())
            .bytes(start.binding.as_bytes())
            .bytes(start.attempt.as_bytes())
            .number(start.terms.ttl.min(MOST))
            .number(start.terms.prompts.into())
            .number(start.terms.attempts.into())
            .number(start.reserve.min(MOST_RESERVED));
        self
    }

    pub(super) fn claim(mut self, claim: &Claim) -> Self {
        self.chain(&claim.key.chain, &claim.key.owner)
            .bytes(claim.lifetime.as_bytes())
            .bytes(claim.binding.as_bytes())
            .bytes(claim.token.as_bytes())
            .bytes(claim.answer.as_bytes())
            .bytes(claim.attempt.as_bytes());
        self
    }

    pub(super) fn write(mut self, write: &Write) -> Self {
        self.chain(&write.key.chain, &write.key.owner)
            .number(write.fence.min(MOST_FENCE));
        match &write.transition {
            Transition::Renew => self.bytes(b"renew"),
            Transition::Prompt {
                token,
                ttl,
                state,
                shown,
            } => {
                self.bytes(b"prompt").bytes(token.as_bytes());
                match ttl {
                    Some(ttl) => self.number((*ttl).min(MOST)),
                    None => self.bytes(b""),
                };
                self.bytes(state.as_bytes()).bytes(shown.as_bytes())
            }
            Transition::Accept { state, reserve } => self
                .bytes(b"accept")
                .bytes(state.as_bytes())
                .number((*reserve).min(MOST_RESERVED)),
            Transition::Release => self.bytes(b"release"),
            Transition::Reject => self.bytes(b"reject"),
            Transition::Finish => self.bytes(b"finish"),
            Transition::Fail => self.bytes(b"fail"),
            Transition::Decline { state } => self.bytes(b"decline").bytes(state.as_bytes()),
        };
        self
    }

    pub(super) fn end(mut self, lifetime: &Lifetime, cursor: &[u8]) -> Self {
        self.bytes(b"")
            .bytes(b"")
            .bytes(lifetime.as_bytes())
            .bytes(cursor);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_where_lua_is_exact() {
        let limits = Limits {
            bytes: u64::MAX,
            ..Limits::default()
        };
        let arguments = Arguments::new(Some(u64::MAX), &limits);
        for argument in arguments.0 {
            let number: u64 = String::from_utf8(argument).unwrap().parse().unwrap();
            assert!(number <= MOST);
        }
        // What is asked for beyond all budgets has no room; a fence beyond all fences is nobody's.
        const { assert!(MOST_RESERVED > MOST && MOST_FENCE + 2 * MOST_RESERVED <= 1 << 53) }
    }
}
