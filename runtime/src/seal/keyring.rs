//! The keys of a deployment.

use std::fmt;
use std::sync::{Arc, OnceLock};

use aes::Aes256Enc;
use aes_gcm_siv::{AesGcmSiv, KeyInit};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

use crate::clock::{Clock, NoEntropy, SystemClock};

/// The most keys of a keyring.
pub const MAX_KEYS: usize = 8;

const MIN_KEY_BYTES: usize = 32;
const MAX_KEY_BYTES: usize = 128;

/// One to eight keys of 32 to 128 bytes each. The first seals; every one opens what it has sealed.
///
/// To rotate: add the new key last everywhere, then move it first everywhere, and drop the old one after the longest ttl.
/// Keys must be random bytes; a passphrase is not a key.
///
/// The key material itself is not kept. What is derived from it is wiped from memory when the keyring is dropped.
///
/// ```
/// use askback::seal::Keyring;
///
/// # let (new, old) = ([1; 32], [2; 32]);
/// let keyring = Keyring::new([new, old])?;
/// assert_eq!(format!("{keyring:?}"), "Keyring { .. }");
/// # Ok::<(), askback::seal::KeyringError>(())
/// ```
pub struct Keyring {
    first: Key,
    others: Vec<Key>,
}

impl Keyring {
    /// Takes the keys in order.
    ///
    /// The caller's own copies are the caller's to wipe.
    ///
    /// # Errors
    /// No key, more than eight, one that is shorter than 32 or longer than 128 bytes, or the same one twice.
    pub fn new<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = K>) -> Result<Self, KeyringError> {
        let mut ring: Vec<Key> = Vec::new();
        for (position, material) in keys.into_iter().enumerate() {
            if position == MAX_KEYS {
                return Err(KeyringError::TooMany);
            }
            let material = material.as_ref();
            if !(MIN_KEY_BYTES..=MAX_KEY_BYTES).contains(&material.len()) {
                return Err(KeyringError::Length {
                    position,
                    bytes: material.len(),
                });
            }
            let key = Key::derive(material).ok_or(KeyringError::Length {
                position,
                bytes: material.len(),
            })?;
            if ring.iter().any(|other| other.id == key.id) {
                return Err(KeyringError::Twice { position });
            }
            ring.push(key);
        }
        let mut keys = ring.into_iter();
        match keys.next() {
            Some(first) => Ok(Self {
                first,
                others: keys.collect(),
            }),
            None => Err(KeyringError::Empty),
        }
    }

    /// A keyring of one random key, the same in the whole process and gone with it: tokens do not outlive a restart, and
    /// open on no other instance.
    ///
    /// # Errors
    /// [`NoEntropy`] when the system gave no random bytes for it.
    pub fn ephemeral() -> Result<Arc<Self>, NoEntropy> {
        static PROCESS: OnceLock<Arc<Keyring>> = OnceLock::new();
        if let Some(keyring) = PROCESS.get() {
            return Ok(Arc::clone(keyring));
        }
        let mut material = Zeroizing::new([0; MIN_KEY_BYTES]);
        SystemClock.fill(material.as_mut_slice())?;
        let keyring = Arc::new(Self {
            first: Key::derive(material.as_slice()).ok_or(NoEntropy)?,
            others: Vec::new(),
        });
        Ok(Arc::clone(PROCESS.get_or_init(|| keyring)))
    }

    /// The key that seals.
    pub(super) fn sealing(&self) -> &Key {
        &self.first
    }

    /// The key with this id.
    pub(super) fn opening(&self, id: KeyId) -> Option<&Key> {
        std::iter::once(&self.first)
            .chain(&self.others)
            .find(|key| key.id == id)
    }
}

/// Shows nothing.
impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyring").finish_non_exhaustive()
    }
}

/// Which key sealed a token; says nothing about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyId(pub(super) [u8; KeyId::BYTES]);

impl KeyId {
    pub(super) const BYTES: usize = 8;
}

/// AES-256-GCM-SIV, which only ever encrypts blocks, when it opens too: the other half of a key would be expanded for each
/// nonce, and never used.
pub(super) type Cipher = AesGcmSiv<Aes256Enc>;

pub(super) struct Key {
    pub(super) id: KeyId,
    pub(super) envelope: Cipher,
    pub(super) body: Cipher,
}

impl Key {
    /// One key for one purpose: the purpose and the version are in HKDF's `info`.
    /// `None` cannot happen: expanding fails for more than 8,160 bytes only. But no key is better than one of zeros.
    fn derive(material: &[u8]) -> Option<Self> {
        let (mut extracted, hkdf) = Hkdf::<Sha256>::extract(Some(b"askback keyring v1"), material);
        extracted.zeroize();
        let mut id = [0; KeyId::BYTES];
        let mut envelope = Zeroizing::new([0; 32]);
        hkdf.expand(b"key id", &mut id).ok()?;
        hkdf.expand(
            b"sealed envelope v1: AES-256-GCM-SIV",
            envelope.as_mut_slice(),
        )
        .ok()?;
        let mut body = Zeroizing::new([0; 32]);
        hkdf.expand(b"ledger body v1: AES-256-GCM-SIV", body.as_mut_slice())
            .ok()?;
        Some(Self {
            id: KeyId(id),
            envelope: Cipher::new((&*envelope).into()),
            body: Cipher::new((&*body).into()),
        })
    }
}

/// Keys that make no keyring. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyringError {
    /// No key at all.
    Empty,
    /// More than [`MAX_KEYS`].
    TooMany,
    /// A key has too few or too many bytes.
    Length {
        /// Which one.
        position: usize,
        /// How many bytes it has.
        bytes: usize,
    },
    /// A key is there already.
    Twice {
        /// Which one.
        position: usize,
    },
}

impl fmt::Display for KeyringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the keyring has no key; give one of 32 random bytes"),
            Self::TooMany => write!(
                f,
                "the keyring has more than {MAX_KEYS} keys; drop the retired ones"
            ),
            Self::Length { position, bytes } => write!(
                f,
                "key {position} has {bytes} bytes; give {MIN_KEY_BYTES} to {MAX_KEY_BYTES} random bytes"
            ),
            Self::Twice { position } => {
                write!(f, "key {position} is in the keyring already; leave it out")
            }
        }
    }
}

impl std::error::Error for KeyringError {}
