//! What chains, prompts and callers are called in a store: hashes, so that who reads a store learns none of them.

use std::fmt;

use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::seal::{Audience, Binding, Principal};

macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $bytes:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// How many bytes it has.
            pub const BYTES: usize = $bytes;

            /// From the bytes that [`as_bytes`](Self::as_bytes) gave.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// Its bytes, to be stored and compared.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        /// Shows no byte of it.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}

name! {
    /// Whose chains these are: a hash of the principal under the audience. It also decides in which shard a chain lives.
    Owner, 32
}
name! {
    /// Which chain: a hash of the first half of its tokens under the audience.
    ChainName, 32
}
name! {
    /// Which prompt of a chain: a hash of a whole token under the audience. The token cannot be had back from it.
    TokenHash, 32
}
name! {
    /// What a chain is bound to: a hash of method, name, canonical arguments and whatever else steers the effect.
    BindingHash, 32
}
name! {
    /// What the client answered: the digest of its answer's canonical form, action included.
    AnswerHash, 32
}
name! {
    /// How long chains may live together: a hash of the lifetime's name under the audience.
    Lifetime, 32
}
name! {
    /// One attempt to start or to claim. Who sends the same attempt again, because the reply got lost, gets the same grant.
    Attempt, 16
}

impl Owner {
    /// The owner that `principal` is at `audience`.
    #[must_use]
    pub fn of(audience: &Audience, principal: &Principal) -> Self {
        let mut hash = Framed::hash("askback ledger owner 1");
        hash.text(audience.as_str()).field(principal.bytes());
        Self(hash.finish())
    }

    /// Which of `shards` shards (at least one) this owner's chains live in.
    #[must_use]
    pub fn shard(&self, shards: usize) -> usize {
        let [a, b, c, d, ..] = self.0;
        usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or_default() % shards.max(1)
    }
}

impl BindingHash {
    /// What `binding` is at `audience`. The principal is left out: it is the [`Owner`].
    #[must_use]
    pub fn of(audience: &Audience, binding: &Binding<'_>) -> Self {
        let mut hash = Framed::hash("askback ledger binding 1");
        hash.text(audience.as_str())
            .text(binding.method)
            .text(binding.name)
            .field(&binding.arguments)
            .field(binding.bind);
        Self(hash.finish())
    }
}

impl Lifetime {
    /// The lifetime called `name` at `audience`: the same in every process that says the same name.
    #[must_use]
    pub fn named(audience: &Audience, name: &str) -> Self {
        let mut hash = Framed::hash("askback ledger lifetime 1");
        hash.text(audience.as_str()).text(name);
        Self(hash.finish())
    }

    /// A lifetime of this process alone.
    ///
    /// # Errors
    /// [`NoEntropy`] when there is no randomness for its name.
    pub fn random(clock: &dyn Clock) -> Result<Self, NoEntropy> {
        let mut bytes = [0; Self::BYTES];
        clock.fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

impl Attempt {
    /// A new attempt.
    ///
    /// # Errors
    /// [`NoEntropy`] when there is no randomness for it.
    pub fn random(clock: &dyn Clock) -> Result<Self, NoEntropy> {
        let mut bytes = [0; Self::BYTES];
        clock.fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

/// Where a chain is: its owner, who decides the shard, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainKey {
    /// Whose it is, or who says that it is theirs.
    pub owner: Owner,
    /// Which one.
    pub chain: ChainName,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn audience(name: &str) -> Audience {
        Audience::new(name).unwrap()
    }

    #[test]
    fn names_differ_by_audience_and_by_what_they_name() {
        let (one, other) = (audience("one"), audience("other"));
        let ada = Principal::new("i", "ada", "").unwrap();
        assert_eq!(Owner::of(&one, &ada), Owner::of(&one, &ada));
        assert_ne!(Owner::of(&one, &ada), Owner::of(&other, &ada));
        assert_ne!(Owner::of(&one, &ada), Owner::of(&one, &Principal::local()));
        assert_ne!(Lifetime::named(&one, "a"), Lifetime::named(&other, "a"));
        assert_ne!(Lifetime::named(&one, "a"), Lifetime::named(&one, "b"));
        let clock = ManualClock::default();
        assert_ne!(Attempt::random(&clock), Attempt::random(&clock));
        clock.set_dry(true);
        assert_eq!(Attempt::random(&clock), Err(NoEntropy));
        assert_eq!(Lifetime::random(&clock), Err(NoEntropy));
    }

    #[test]
    fn every_part_of_a_binding_counts_but_the_principal() {
        let audience = audience("one");
        let binding = Binding {
            principal: b"ada",
            method: "tools/call",
            name: "delete",
            arguments: [1; 32],
            bind: b"tenant",
        };
        let hash = |binding: Binding<'_>| BindingHash::of(&audience, &binding);
        let whole = hash(binding);
        let principal: &[u8] = b"eve";
        assert_eq!(
            hash(Binding {
                principal,
                ..binding
            }),
            whole
        );
        let method = "prompts/get";
        assert_ne!(hash(Binding { method, ..binding }), whole);
        assert_ne!(
            hash(Binding {
                name: "drop",
                ..binding
            }),
            whole
        );
        let arguments = [2; 32];
        assert_ne!(
            hash(Binding {
                arguments,
                ..binding
            }),
            whole
        );
        assert_ne!(
            hash(Binding {
                bind: b"",
                ..binding
            }),
            whole
        );
    }

    #[test]
    fn an_owner_has_one_shard_of_those_there_are() {
        for first in 0..=255 {
            let owner = Owner::from_bytes([first; 32]);
            assert!(owner.shard(64) < 64);
            assert_eq!(owner.shard(1), 0);
            assert_eq!(owner.shard(0), 0);
        }
    }

    #[test]
    fn debug_shows_no_byte() {
        assert_eq!(
            format!("{:?}", TokenHash::from_bytes([7; 32])),
            "TokenHash { .. }"
        );
    }
}
