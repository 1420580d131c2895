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
}

impl Usage {
    /// Whether there is room for `need` beside what is held.
    ///
    /// # Errors
    /// What is full. The owner's own quota is looked at first.
    pub fn admit(&self, limits: &Limits, need: Need) -> Result<(), Full> {
        if need.chain && self.owner_chains >= limits.chains_per_owner {
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
    /// The owner has as many chains as one may have.
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
                "too many open conversations of one principal; finish some, or try again later"
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
        // What is there already needs bytes only.
        assert_eq!(admit((3, 60, 2), (false, 40)), Ok(()));
        assert_eq!(admit((0, 1, 0), (false, u64::MAX)), Err(Full::Bytes));
    }
}
