//! What is inside a token.

use std::fmt;

use sha2::{Digest, Sha256};

/// The most characters of a token. It is checked before anything is decoded.
pub const MAX_TOKEN_CHARACTERS: usize = 16_384;

/// Names one conversation: the token of every round of it carries the same. Random.
pub type ChainId = [u8; 16];

/// What a token carries.
#[derive(Clone, PartialEq, Eq)]
pub struct Envelope {
    /// When this token was sealed, in milliseconds since 1970.
    pub issued: u64,
    /// From when on it is refused, in milliseconds since 1970. It is refused earlier where `issued` and today's ttl say so.
    pub deadline: u64,
    /// Which conversation it belongs to.
    pub chain: ChainId,
    /// The conversation's state, in an encoding of its own.
    pub body: Vec<u8>,
}

impl Envelope {
    /// Bytes before the body.
    pub(super) const HEAD: usize = 8 + 8 + 16;

    pub(super) fn head(&self) -> [u8; Self::HEAD] {
        let mut head = [0; Self::HEAD];
        let fields = self.issued.to_be_bytes().into_iter();
        let fields = fields.chain(self.deadline.to_be_bytes()).chain(self.chain);
        for (byte, field) in head.iter_mut().zip(fields) {
            *byte = field;
        }
        head
    }

    /// `None` when there are too few bytes.
    pub(super) fn read(plain: &[u8]) -> Option<Self> {
        let (issued, rest) = plain.split_first_chunk()?;
        let (deadline, rest) = rest.split_first_chunk()?;
        let (chain, body) = rest.split_first_chunk()?;
        Some(Self {
            issued: u64::from_be_bytes(*issued),
            deadline: u64::from_be_bytes(*deadline),
            chain: *chain,
            body: body.to_vec(),
        })
    }
}

/// Shows no state.
impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Envelope")
            .field("issued", &self.issued)
            .field("deadline", &self.deadline)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// Names one token, without being of any use in its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId([u8; 16]);

impl TokenId {
    /// The identity of a token's text. Since only one text opens to a given state, it is the identity of the state as well.
    #[must_use]
    pub fn of(token: &str) -> Self {
        let digest: [u8; 32] = Sha256::digest(token).into();
        let mut id = [0; 16];
        for (byte, digest) in id.iter_mut().zip(digest) {
            *byte = digest;
        }
        Self(id)
    }
}

impl fmt::Debug for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenId").finish_non_exhaustive()
    }
}
