//! The sealed envelope: what a server hands to a client between two rounds, so that it need not keep anything itself.
//!
//! The state travels as one opaque text (MCP's `requestState`). It is encrypted and authenticated, and it opens only for
//! the same [`Audience`], principal, method, name, arguments and `bind` that it was sealed for, until its deadline, under
//! a key of the [`Keyring`]. Whatever else a client sends back is refused with one text that gives no cause.
//!
//! A seal alone cannot promise single use; within one process [`Spent`] does.
//!
//! # Version 1
//! AES-256-GCM-SIV ([RFC 8452], which stays safe should a nonce repeat) with a random 96-bit nonce; keys by HKDF-SHA256
//! ([RFC 5869]), one for each purpose. A token is, in base64url without padding ([RFC 4648], section 5):
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | version, 1 |
//! | 8 | key id |
//! | 12 | nonce |
//! | rest | ciphertext and its tag of 16 bytes |
//!
//! There is nothing to negotiate: another construction would be another version.
//!
//! [RFC 4648]: https://www.rfc-editor.org/rfc/rfc4648
//! [RFC 5869]: https://www.rfc-editor.org/rfc/rfc5869
//! [RFC 8452]: https://www.rfc-editor.org/rfc/rfc8452

mod audience;
mod binding;
mod body;
mod cause;
mod encoding;
mod envelope;
mod keyring;
mod principal;
mod sealer;
mod spent;

pub use audience::{Audience, AudienceError};
pub use binding::Binding;
pub use cause::{Cause, OpenError, SealError};
pub use envelope::{ChainId, Envelope, MAX_TOKEN_CHARACTERS, TokenId};
pub use keyring::{Keyring, KeyringError, MAX_KEYS};
pub use principal::{Principal, PrincipalError};
pub use sealer::{MAX_TTL, MIN_TTL, Seal, TtlError};
pub use spent::{Claim, How, Spent};

#[cfg(test)]
mod tests;
