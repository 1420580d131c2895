//! Sealing and opening.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use aes_gcm_siv::aead::AeadInOut;
use aes_gcm_siv::{Nonce, Tag};

use crate::clock::Clock;

use super::encoding;
use super::keyring::KeyId;
use super::{
    Audience, Binding, Cause, Envelope, Keyring, MAX_TOKEN_CHARACTERS, OpenError, SealError,
};

/// The shortest ttl.
pub const MIN_TTL: Duration = Duration::from_secs(30);
/// The longest ttl of a sealed token.
pub const MAX_TTL: Duration = Duration::from_secs(3_600);

const VERSION: u8 = 1;
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;
const HEAD_BYTES: usize = 1 + KeyId::BYTES + NONCE_BYTES;
/// How far ahead of this server's clock another one's may be.
const SKEW_MS: u64 = 30_000;

/// Seals envelopes into tokens and opens them again. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Seal {
    keyring: Arc<Keyring>,
    audience: Audience,
    ttl_ms: u64,
    clock: Arc<dyn Clock>,
}

impl Seal {
    /// `ttl` is how long after being issued a token opens at most, whatever its own deadline.
    ///
    /// # Errors
    /// [`TtlError`] when `ttl` is shorter than 30 s or longer than 3,600 s.
    pub fn new(
        keyring: Arc<Keyring>,
        audience: Audience,
        ttl: Duration,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, TtlError> {
        Ok(Self {
            keyring,
            audience,
            ttl_ms: milliseconds(ttl)?,
            clock,
        })
    }

    /// The same with another ttl, for a handler that has one of its own.
    ///
    /// # Errors
    /// [`TtlError`] when `ttl` is shorter than 30 s or longer than 3,600 s.
    pub fn with_ttl(&self, ttl: Duration) -> Result<Self, TtlError> {
        Ok(Self {
            ttl_ms: milliseconds(ttl)?,
            ..self.clone()
        })
    }

    /// What this deployment is called.
    #[must_use]
    pub fn audience(&self) -> &Audience {
        &self.audience
    }

    /// The ttl, in milliseconds.
    #[must_use]
    pub fn ttl_ms(&self) -> u64 {
        self.ttl_ms
    }

    /// The clock that it goes by.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Seals `envelope` for `binding`; no two tokens are the same, even of one envelope.
    ///
    /// # Errors
    /// [`SealError::TooLong`] when the token would have more than 16,384 characters; [`SealError::NoEntropy`] when there
    /// is no randomness for its nonce.
    pub fn seal(&self, envelope: &Envelope, binding: &Binding<'_>) -> Result<String, SealError> {
        let length = HEAD_BYTES + Envelope::HEAD + envelope.body.len() + TAG_BYTES;
        let characters = length.saturating_mul(4).div_ceil(3);
        let too_long = SealError::TooLong { characters };
        if characters > MAX_TOKEN_CHARACTERS {
            return Err(too_long);
        }
        let key = self.keyring.sealing();
        let mut nonce = [0; NONCE_BYTES];
        self.clock.fill(&mut nonce)?;
        let mut token = Vec::with_capacity(length);
        token.push(VERSION);
        token.extend_from_slice(&key.id.0);
        token.extend_from_slice(&nonce);
        token.extend_from_slice(&envelope.head());
        token.extend_from_slice(&envelope.body);
        let associated = binding.associated_data(VERSION, key.id, &self.audience);
        let plain = token.get_mut(HEAD_BYTES..).unwrap_or_default();
        // It fails only for gigabytes.
        let tag = key
            .envelope
            .encrypt_inout_detached(&Nonce::from(nonce), &associated, plain.into())
            .map_err(|_| too_long)?;
        token.extend_from_slice(&tag);
        Ok(encoding::encode(&token))
    }

    /// Opens `token`, which comes from the client and may be anything, for `binding`.
    ///
    /// It is checked in this order: length, canonical base64url, version, key id, the seal itself (tampering and binding at
    /// once), expiry, shape. A token opens before its deadline, not at it; a token's deadline is never later than the time at
    /// which it was issued plus this seal's ttl, so that lowering the ttl shortens the life of tokens that are out already.
    ///
    /// # Errors
    /// One [`OpenError`] that says the same whatever the cause.
    pub fn open(&self, token: &str, binding: &Binding<'_>) -> Result<Envelope, OpenError> {
        if token.len() > MAX_TOKEN_CHARACTERS {
            return Err(Cause::Length.into());
        }
        let mut bytes = encoding::decode(token).ok_or(Cause::Encoding)?;
        let (version, rest) = bytes.split_first_mut().ok_or(Cause::Version)?;
        if *version != VERSION {
            return Err(Cause::Version.into());
        }
        let (id, rest) = rest.split_first_chunk_mut().ok_or(Cause::KeyId)?;
        let key = self.keyring.opening(KeyId(*id)).ok_or(Cause::KeyId)?;
        let (nonce, rest) = rest
            .split_first_chunk_mut::<NONCE_BYTES>()
            .ok_or(Cause::Open)?;
        let (sealed, tag) = rest
            .split_last_chunk_mut::<TAG_BYTES>()
            .ok_or(Cause::Open)?;
        let associated = binding.associated_data(VERSION, key.id, &self.audience);
        key.envelope
            .decrypt_inout_detached(
                &Nonce::from(*nonce),
                &associated,
                (&mut *sealed).into(),
                &Tag::from(*tag),
            )
            .map_err(|_| Cause::Open)?;
        let envelope = Envelope::read(sealed).ok_or(Cause::Shape)?;
        self.check_time(&envelope)?;
        Ok(envelope)
    }

    fn check_time(&self, envelope: &Envelope) -> Result<(), Cause> {
        let now = self.clock.now();
        if envelope.issued > now.saturating_add(SKEW_MS) {
            return Err(Cause::Future);
        }
        let allowed = envelope.issued.saturating_add(self.ttl_ms);
        if now >= envelope.deadline.min(allowed) {
            return Err(Cause::Expired);
        }
        Ok(())
    }
}

fn milliseconds(ttl: Duration) -> Result<u64, TtlError> {
    if !(MIN_TTL..=MAX_TTL).contains(&ttl) {
        return Err(TtlError { ttl });
    }
    u64::try_from(ttl.as_millis()).map_err(|_| TtlError { ttl })
}

/// A ttl is out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TtlError {
    /// What was given.
    pub ttl: Duration,
}

impl fmt::Display for TtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a ttl of {} s; give {} to {}, or keep the state on the server with a ledger",
            self.ttl.as_secs_f64(),
            MIN_TTL.as_secs(),
            MAX_TTL.as_secs()
        )
    }
}

impl std::error::Error for TtlError {}
