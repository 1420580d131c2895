//! Why an [`Askback`](super::Askback) cannot be made.

use std::fmt;

use crate::clock::NoEntropy;
use crate::seal::{AudienceError, KeyringError, TtlError};

/// Why an [`Askback`](super::Askback) cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// A key does not fit.
    Key(KeyringError),
    /// The audience does not fit.
    Audience(AudienceError),
    /// Keys were given without the name of what they serve.
    NoAudience,
    /// `ephemeral_key` and `key` exclude each other.
    TwoKinds,
    /// The time to live does not fit.
    Ttl(TtlError),
    /// The time to live does not fit what a ledger keeps.
    LedgerTtl(String),
    /// A ledger outside this process's memory has no key that another process, or the next one, would have too.
    LedgerKey,
    /// There is a lifetime, and no ledger.
    Lifetime,
    /// `rounds` is not 1 to 100.
    Rounds(u32),
    /// `attempts` is not 1 to 100.
    Attempts(u32),
    /// The operating system gave no random bytes.
    Entropy(NoEntropy),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::Audience(error) => error.fmt(f),
            Self::NoAudience => {
                f.write_str("a `key` without an `audience`; say what this deployment is called")
            }
            Self::TwoKinds => f.write_str("`ephemeral_key` beside `key`; keep one of them"),
            Self::Ttl(error) => error.fmt(f),
            Self::LedgerTtl(error) => f.write_str(error),
            Self::LedgerKey => f.write_str(
                "a ledger outside this process's memory needs a `key` and an `audience`: without them nobody else, nor this \
                 process once restarted, could read what it keeps",
            ),
            Self::Lifetime => f.write_str("a `lifetime` without a `ledger`; a sealed state has none"),
            Self::Rounds(rounds) => write!(f, "`rounds` is {rounds}; give 1 to 100"),
            Self::Attempts(attempts) => write!(f, "`attempts` is {attempts}; give 1 to 100"),
            Self::Entropy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Key(error) => Some(error),
            Self::Audience(error) => Some(error),
            Self::Ttl(error) => Some(error),
            Self::Entropy(error) => Some(error),
            Self::NoAudience
            | Self::TwoKinds
            | Self::LedgerTtl(_)
            | Self::LedgerKey
            | Self::Lifetime
            | Self::Rounds(_)
            | Self::Attempts(_) => None,
        }
    }
}
