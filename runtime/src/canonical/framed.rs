//! Byte strings put together so that they can be taken apart in one way only.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Sha256Digest, Sink, digest};

/// A sequence of fields, each preceded by its length (64 bits, big endian), so that no two sequences are the same bytes:
/// `("ab", "c")` is not `("a", "bc")`.
///
/// Over a [`Sha256`] it makes digests and fingerprints, over a `Vec<u8>` associated data.
///
/// ```
/// use askback::canonical::Framed;
///
/// let digest = |one: &str, other: &str| {
///     let mut framed = Framed::hash("example v1");
///     framed.text(one).text(other);
///     framed.finish()
/// };
/// assert_ne!(digest("ab", "c"), digest("a", "bc"));
/// ```
#[derive(Clone)]
pub struct Framed<S = Sha256> {
    sink: S,
}

impl Framed<Sha256> {
    /// Starts a digest. The label keeps digests of different purposes apart.
    #[must_use]
    pub fn hash(label: &str) -> Self {
        Self::over(Sha256::new(), label)
    }

    /// The digest of all fields.
    #[must_use]
    pub fn finish(self) -> Sha256Digest {
        self.sink.finalize().into()
    }
}

impl Framed<Vec<u8>> {
    /// Starts a byte string. The label keeps byte strings of different purposes apart.
    #[must_use]
    pub fn bytes(label: &str) -> Self {
        Self::over(Vec::with_capacity(384), label)
    }

    /// The byte string.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.sink
    }
}

impl<S: Sink> Framed<S> {
    fn over(sink: S, label: &str) -> Self {
        let mut framed = Self { sink };
        framed.text(label);
        framed
    }

    /// Appends one field.
    pub fn field(&mut self, bytes: &[u8]) -> &mut Self {
        self.sink.put(&(bytes.len() as u64).to_be_bytes());
        self.sink.put(bytes);
        self
    }

    /// Appends one field of text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.field(text.as_bytes())
    }

    /// Appends one field that is a number.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.field(&number.to_be_bytes())
    }

    /// Appends one field that is the canonical digest of `value`.
    pub fn value(&mut self, value: &Value) -> &mut Self {
        self.field(&digest(value))
    }
}

impl<S> std::fmt::Debug for Framed<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Framed").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bytes(fields: &[&str]) -> Vec<u8> {
        let mut framed = Framed::bytes("label");
        for field in fields {
            framed.text(field);
        }
        framed.into_bytes()
    }

    #[test]
    fn boundaries_count() {
        let sequences: [&[&str]; 6] = [&[], &[""], &["", ""], &["ab", "c"], &["a", "bc"], &["abc"]];
        for (index, one) in sequences.iter().enumerate() {
            for other in &sequences[index + 1..] {
                assert_ne!(bytes(one), bytes(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_encoding_is_frozen() {
        let mut framed = Framed::bytes("l");
        framed.field(b"ab").number(1);
        assert_eq!(
            framed.into_bytes(),
            [
                0, 0, 0, 0, 0, 0, 0, 1, b'l', 0, 0, 0, 0, 0, 0, 0, 2, b'a', b'b', 0, 0, 0, 0, 0, 0,
                0, 8, 0, 0, 0, 0, 0, 0, 0, 1
            ]
        );
    }

    #[test]
    fn a_hash_is_the_hash_of_the_bytes() {
        let mut hash = Framed::hash("label");
        hash.text("x").value(&json!({"n": 1.0}));
        let mut framed = Framed::bytes("label");
        framed.text("x").value(&json!({"n": 1}));
        assert_eq!(
            hash.finish().as_slice(),
            Sha256::digest(framed.into_bytes()).as_slice()
        );
    }
}
