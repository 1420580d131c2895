//! The token of a prompt: 256 random bits that refer to a record, and hold nothing.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zeroize::Zeroizing;

use super::{ChainName, TokenHash};
use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::seal::Audience;

const HALF: usize = 16;

/// A reference to one prompt of one chain: 32 random bytes, of which the first 16 are the chain's and the last 16 the
/// prompt's. As text it has 43 characters of base64url (RFC 4648, section 5, without padding).
///
/// Whoever has it and is its owner can answer the prompt: it belongs into no log and into nobody else's hands. `Debug` shows
/// nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Zeroizing<[u8; 2 * HALF]>);

impl Token {
    /// How many characters the text has.
    pub const CHARACTERS: usize = 43;
    /// How many bytes it has.
    pub const BYTES: usize = 2 * HALF;
    pub(crate) const CHAIN_BYTES: usize = HALF;

    /// The first token of a new chain.
    ///
    /// # Errors
    /// [`NoEntropy`] when there is no randomness for it.
    pub fn first(clock: &dyn Clock) -> Result<Self, NoEntropy> {
        let mut bytes = Zeroizing::new([0; 2 * HALF]);
        clock.fill(bytes.as_mut_slice())?;
        Ok(Self(bytes))
    }

    /// Another token of the same chain.
    ///
    /// # Errors
    /// [`NoEntropy`] when there is no randomness for it.
    pub fn next(&self, clock: &dyn Clock) -> Result<Self, NoEntropy> {
        let mut next = self.clone();
        if let Some(prompt) = next.0.last_chunk_mut::<HALF>() {
            clock.fill(prompt)?;
        }
        Ok(next)
    }

    /// Reads the text of a token, which may be anything. Only the one text that [`text`](Self::text) gives is a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != Self::CHARACTERS {
            return None;
        }
        // This engine takes no padding, no other alphabet, and no set bits behind the last byte.
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text).ok()?);
        Self::from_bytes(&bytes)
    }

    /// From the bytes that [`as_bytes`](Self::as_bytes) gave; `None` for another number of bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(Zeroizing::new(bytes.try_into().ok()?)))
    }

    /// Its bytes: as secret as the token.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// What the client gets.
    #[must_use]
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.as_slice())
    }

    /// The half that all tokens of a chain share.
    pub(crate) fn chain_bytes(&self) -> &[u8; HALF] {
        self.0.first_chunk::<HALF>().unwrap_or(&[0; HALF])
    }

    /// What its chain is called in a store.
    #[must_use]
    pub fn chain(&self, audience: &Audience) -> ChainName {
        let mut hash = Framed::hash("askback ledger chain 1");
        hash.text(audience.as_str()).field(self.chain_bytes());
        ChainName::from_bytes(hash.finish())
    }

    /// What its prompt is called in a store.
    #[must_use]
    pub fn hash(&self, audience: &Audience) -> TokenHash {
        let mut hash = Framed::hash("askback ledger token 1");
        hash.text(audience.as_str()).field(self.0.as_slice());
        TokenHash::from_bytes(hash.finish())
    }
}

/// Shows nothing of it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn token() -> Token {
        Token::first(&ManualClock::default()).unwrap()
    }

    #[test]
    fn text_is_43_characters_and_comes_back() {
        let token = token();
        let text = token.text();
        assert_eq!(text.len(), 43);
        assert_eq!(Token::parse(&text), Some(token));
    }

    #[test]
    fn only_the_one_text_is_a_token() {
        let text = token().text();
        let last = text.chars().last().unwrap();
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let at = alphabet.find(last).unwrap();
        // 256 bits are 42.67 characters: the two lowest bits of the last one are not used, and must not be set.
        for other in alphabet.chars().skip(at / 4 * 4).take(4).skip(1) {
            let other = format!("{}{other}", &text[..42]);
            assert_eq!(Token::parse(&other), None, "{other}");
        }
        for other in [
            String::new(),
            text[..42].to_owned(),
            format!("{text}A"),
            format!("{}=", &text[..42]),
            format!("{}+", &text[..42]),
            format!("{} ", &text[..42]),
            format!(" {}", &text[..42]),
            "é".repeat(21) + "A",
            "\0".repeat(43),
        ] {
            assert_eq!(Token::parse(&other), None, "{other:?}");
        }
    }

    #[test]
    fn tokens_of_one_chain_share_its_name_only() {
        let clock = ManualClock::default();
        let (one, other) = (
            Audience::new("one").unwrap(),
            Audience::new("other").unwrap(),
        );
        let first = Token::first(&clock).unwrap();
        let second = first.next(&clock).unwrap();
        let foreign = Token::first(&clock).unwrap();
        assert_eq!(first.chain(&one), second.chain(&one));
        assert_ne!(first.hash(&one), second.hash(&one));
        assert_ne!(first.chain(&one), foreign.chain(&one));
        assert_ne!(first.chain(&one), first.chain(&other));
        assert_ne!(first.hash(&one), first.hash(&other));
        clock.set_dry(true);
        assert_eq!(first.next(&clock), Err(NoEntropy));
    }

    #[test]
    fn debug_shows_nothing() {
        assert_eq!(format!("{:?}", token()), "Token { .. }");
    }
}
