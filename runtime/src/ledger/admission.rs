//! Whether there is room: worst cases are reserved before anything runs, and a live prompt is never evicted for another.

use std::fmt;

use super::{Limits, Owner};

/// What a transition needs that the store does not hold yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// Whose chain it is.
    pub owner: Owner,
    /// Whether it is a new chain.
    pub chain: bool,
    /// How many bytes more are charged.
    pub bytes: u64,
}

/// Where a transition asks for room.
///
/// It asks at most once, as its last condition: after `Ok` the transition is carried out. What is not charged any more
/// is the difference of the record's [`charge`](super::Record::charge) before and after.
pub trait Admission {
    /// Takes `need` if there is room for all of it.
    ///
    /// # Errors
    /// What is full; nothing is taken then.
    fn admit(&mut self, need: Need) -> Result<(), Full>;
}

/// How much is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The chains of all owners.
    pub chains: u64,
    /// The bytes that they are charged, reservations included.
    pub bytes: u64,
    /// The chains of the owner in question that are not over.
    pub owner_chains: u64,
    /// All chains of that owner, those that are over included.
    pub owner_all_chains: u64,
    /// The bytes that these are charged.
    pub owner_bytes: u64,
}

impl Usage {
    /// Whether there is room for `need` beside what is held.
    ///
    /// # Errors
    /// What is full. The owner's own quota is looked at first.
    pub fn admit(&self, limits: &Limits, need: Need) -> Result<(), Full> {
        let owner_bytes = self.owner_bytes.checked_add(need.bytes);
        let chains = need.chain
            && (self.owner_chains >= limits.chains_per_owner
                || self.owner_all_chains >= limits.all_chains_per_owner);
        if chains || owner_bytes.is_none_or(|bytes| bytes > limits.bytes_per_owner) {
            return Err(Full::Owner);
        }
        if need.chain && self.chains >= limits.chains {
            return Err(Full::Chains);
        }
        match self.bytes.checked_add(need.bytes) {
            Some(bytes) if bytes <= limits.bytes => Ok(()),
            _ => Err(Full::Bytes),
        }
    }
}

/// Why there is no room. Whoever calls is told `busy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Full {
    /// The owner has as many chains or bytes as one may have.
    Owner,
    /// There are as many chains as there may be.
    Chains,
    /// The bytes are used up.
    Bytes,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Owner => {
                "too many conversations of one principal; finish some, or try again later"
            }
            Self::Chains => "too many conversations; try again later",
            Self::Bytes => "the ledger holds as much as it may; try again later",
        })
    }
}

impl std::error::Error for Full {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_inclusive() {
        let limits = Limits {
            chains: 3,
            bytes: 100,
            chains_per_owner: 2,
            ..Limits::default()
        };
        let owner = Owner::from_bytes([1; 32]);
        let admit = |(chains, bytes, owner_chains), (chain, more)| {
            let usage = Usage {
                chains,
                bytes,
                owner_chains,
                ..Usage::default()
            };
            usage.admit(
                &limits,
                Need {
                    owner,
                    chain,
                    bytes: more,
                },
            )
        };
        assert_eq!(admit((2, 60, 1), (true, 40)), Ok(()));
        assert_eq!(admit((2, 60, 1), (true, 41)), Err(Full::Bytes));
        assert_eq!(admit((3, 0, 1), (true, 1)), Err(Full::Chains));
        assert_eq!(admit((3, 0, 2), (true, 1)), Err(Full::Owner));
        let own = |owner_all_chains, owner_bytes, chain, bytes| {
            let usage = Usage {
                owner_all_chains,
                owner_bytes,
                ..Usage::default()
            };
            let limits = Limits {
                all_chains_per_owner: 5,
                bytes_per_owner: 70,
                ..limits
            };
            let need = Need {
                owner,
                chain,
                bytes,
            };
            usage.admit(&limits, need)
        };
        assert_eq!(own(4, 60, true, 10), Ok(()));
        assert_eq!(own(5, 0, true, 1), Err(Full::Owner));
        assert_eq!(own(5, 60, false, 10), Ok(()));
        assert_eq!(own(0, 60, false, 11), Err(Full::Owner));
        assert_eq!(own(0, 1, false, u64::MAX), Err(Full::Owner));
        // What is there already needs bytes only.
        assert_eq!(admit((3, 60, 2), (false, 40)), Ok(()));
        assert_eq!(admit((0, 1, 0), (false, u64::MAX)), Err(Full::Owner));
    }
}
