//! Why a token was not made, or did not open.

use std::fmt;

use crate::clock::NoEntropy;

use super::MAX_TOKEN_CHARACTERS;

/// A token did not open.
///
/// It says the same whatever the cause, so that nobody can try out keys, principals or moments against it. The cause is
/// for the server's own log: [`OpenError::cause`].
#[derive(Clone, PartialEq, Eq)]
pub struct OpenError {
    cause: Cause,
}

impl OpenError {
    /// Why, for the log and never for the wire. It contains nothing of the token.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }
}

impl From<Cause> for OpenError {
    fn from(cause: Cause) -> Self {
        Self { cause }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "requestState is not valid for this request; call again without it to start over",
        )
    }
}

/// Shows no cause either: an error often reaches the wire by way of its `Debug`.
impl fmt::Debug for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenError").finish_non_exhaustive()
    }
}

impl std::error::Error for OpenError {}

/// Why a token did not open, in the order in which it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// Longer than any token.
    Length,
    /// Not base64url, or not the one way in which these bytes are written.
    Encoding,
    /// Another version, or none at all.
    Version,
    /// Sealed with a key that is not in the keyring.
    KeyId,
    /// Changed, or sealed for another audience, principal, method, name, arguments or `bind`.
    Open,
    /// Past its deadline, or older than today's ttl allows.
    Expired,
    /// Issued more than 30 s ahead of this server's clock.
    Future,
    /// Opened, but not what this version writes.
    Shape,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "longer than a token can be",
            Self::Encoding => "not canonical base64url",
            Self::Version => "not a version that is known here",
            Self::KeyId => "sealed with a key that is not in the keyring",
            Self::Open => "changed, or sealed for another audience, principal, method, name, arguments or bind",
            Self::Expired => "expired",
            Self::Future => "issued in the future; compare the servers' clocks",
            Self::Shape => "not in the shape that this version writes",
        })
    }
}

/// A token was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SealError {
    /// The state does not fit into a token.
    TooLong {
        /// How many characters the token would have.
        characters: usize,
    },
    /// No random bytes for the nonce.
    NoEntropy,
}

impl From<NoEntropy> for SealError {
    fn from(_: NoEntropy) -> Self {
        Self::NoEntropy
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { characters } => write!(
                f,
                "the state would make a token of {characters} characters, more than {MAX_TOKEN_CHARACTERS}; ask for less, or \
                 keep the state on the server with a ledger"
            ),
            Self::NoEntropy => NoEntropy.fmt(f),
        }
    }
}

impl std::error::Error for SealError {}
