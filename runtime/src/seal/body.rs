//! What a ledger keeps outside this process's memory, sealed: a store and who reads it learn nothing from a body.

use aes_gcm_siv::aead::AeadInOut;
use aes_gcm_siv::{Nonce, Tag};

use super::keyring::{KeyId, Keyring};
use crate::clock::{Clock, NoEntropy};

const VERSION: u8 = 1;
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;

impl Keyring {
    /// How many bytes a sealed body has more than the body.
    pub(crate) const BODY_OVERHEAD: usize = 1 + KeyId::BYTES + NONCE_BYTES + TAG_BYTES;

    /// Seals `body` under the first key. It opens only with the same `associated` bytes.
    ///
    /// # Errors
    /// [`NoEntropy`] when there is no randomness for its nonce.
    pub(crate) fn seal_body(
        &self,
        clock: &dyn Clock,
        associated: &[u8],
        body: &[u8],
    ) -> Result<Vec<u8>, NoEntropy> {
        let key = self.sealing();
        let mut nonce = [0; NONCE_BYTES];
        clock.fill(&mut nonce)?;
        let mut sealed = Vec::with_capacity(body.len().saturating_add(Self::BODY_OVERHEAD));
        sealed.push(VERSION);
        sealed.extend_from_slice(&key.id.0);
        sealed.extend_from_slice(&nonce);
        let head = sealed.len();
        sealed.extend_from_slice(body);
        let plain = sealed.get_mut(head..).unwrap_or_default();
        // It fails only for gigabytes, which no ledger holds.
        let tag = key
            .body
            .encrypt_inout_detached(&Nonce::from(nonce), associated, plain.into())
            .map_err(|_| NoEntropy)?;
        sealed.extend_from_slice(&tag);
        Ok(sealed)
    }

    /// Opens what [`seal_body`](Self::seal_body) sealed under any of the keys; `None` for everything else.
    pub(crate) fn open_body(&self, associated: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (version, rest) = sealed.split_first()?;
        let (id, rest) = rest.split_first_chunk()?;
        let (nonce, rest) = rest.split_first_chunk::<NONCE_BYTES>()?;
        let (body, tag) = rest.split_last_chunk::<TAG_BYTES>()?;
        if *version != VERSION {
            return None;
        }
        let mut body = body.to_vec();
        self.opening(KeyId(*id))?
            .body
            .decrypt_inout_detached(
                &Nonce::from(*nonce),
                associated,
                body.as_mut_slice().into(),
                &Tag::from(*tag),
            )
            .ok()?;
        Some(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn a_body_comes_back_under_any_key_that_is_still_there() {
        let clock = ManualClock::default();
        let old = Keyring::new([[1; 32]]).unwrap();
        let sealed = old.seal_body(&clock, b"where", b"secret state").unwrap();
        assert_eq!(sealed.len(), b"secret state".len() + Keyring::BODY_OVERHEAD);
        assert!(!sealed.windows(6).any(|window| window == b"secret"));
        let open = |ring: &Keyring| ring.open_body(b"where", &sealed);
        assert_eq!(open(&old).as_deref(), Some(&b"secret state"[..]));
        let rotated = Keyring::new([[2; 32], [1; 32]]).unwrap();
        assert_eq!(open(&rotated).as_deref(), Some(&b"secret state"[..]));
        assert_eq!(open(&Keyring::new([[2; 32]]).unwrap()), None);
        let again = old.seal_body(&clock, b"where", b"secret state").unwrap();
        assert_ne!(again, sealed);
    }

    #[test]
    fn nothing_else_opens() {
        let clock = ManualClock::default();
        let ring = Keyring::new([[1; 32]]).unwrap();
        let sealed = ring.seal_body(&clock, b"where", b"state").unwrap();
        assert_eq!(ring.open_body(b"elsewhere", &sealed), None);
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(ring.open_body(b"where", &changed), None, "{at}");
            assert_eq!(ring.open_body(b"where", &sealed[..at]), None, "{at}");
        }
        clock.set_dry(true);
        assert!(ring.seal_body(&clock, b"where", b"state").is_err());
    }

    #[test]
    fn a_body_is_no_token_of_the_same_key() {
        // One key for one purpose: what seals envelopes opens no body.
        let ring = Keyring::new([[1; 32]]).unwrap();
        let key = ring.sealing();
        let mut body = *b"body";
        let tag = key
            .envelope
            .encrypt_inout_detached(&Nonce::from([0; 12]), b"", body.as_mut_slice().into())
            .unwrap();
        let sealed = [&[VERSION][..], &key.id.0, &[0; 12], &body, &tag].concat();
        assert_eq!(ring.open_body(b"", &sealed), None);
    }
}
