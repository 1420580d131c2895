//! What can happen to a chain.

use std::fmt;
use std::sync::Arc;

use super::{AnswerHash, Attempt, BindingHash, ChainKey, Lifetime, Terms, TokenHash};

/// Bytes that a store keeps and never looks into. Stores outside this process's memory get them sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct Body(Arc<[u8]>);

impl Body {
    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// How many bytes it has.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Into<Arc<[u8]>>> From<T> for Body {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

/// Shows how long it is.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({} bytes)", self.len())
    }
}

/// A call begins that may ask.
#[derive(Debug, Clone)]
pub struct Start {
    /// Where the chain is to be; its name is random.
    pub key: ChainKey,
    /// The lifetime that it belongs to.
    pub lifetime: Lifetime,
    /// What it is bound to.
    pub binding: BindingHash,
    /// This attempt.
    pub attempt: Attempt,
    /// What it may do.
    pub terms: Terms,
    /// How many bytes the first prompt has at most, state and what is shown together.
    pub reserve: u64,
}

/// A token came back with an answer.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Where the chain is, if the caller is its owner.
    pub key: ChainKey,
    /// The lifetime of whoever serves the call.
    pub lifetime: Lifetime,
    /// What the call is bound to.
    pub binding: BindingHash,
    /// Which prompt.
    pub token: TokenHash,
    /// What was answered.
    pub answer: AnswerHash,
    /// This attempt.
    pub attempt: Attempt,
}

/// Whoever holds a chain says how it goes on.
#[derive(Debug, Clone)]
pub struct Write {
    /// Where the chain is.
    pub key: ChainKey,
    /// The fence of the grant. A write with another one, or after the lease has ended, is discarded.
    pub fence: u64,
    /// How it goes on.
    pub transition: Transition,
}

/// How a chain that is held goes on.
#[derive(Debug, Clone)]
pub enum Transition {
    /// The lease is to hold on. Anyone who holds the chain.
    Renew,
    /// A prompt goes out. From Reserved or Running.
    Prompt {
        /// What it is called.
        token: TokenHash,
        /// How long it may be answered, in milliseconds; never longer than what came before it, which is the default.
        ttl: Option<u64>,
        /// The state of the chain from here on.
        state: Body,
        /// What is given out again to whoever comes with the token before this one.
        shown: Body,
    },
    /// The answer counts, and the handler is about to run. From Claimed.
    Accept {
        /// The state of the chain from here on, answer included.
        state: Body,
        /// How many bytes the next prompt has at most, state and what is shown together.
        reserve: u64,
    },
    /// Policy refused the call; the prompt can be answered again. From Claimed.
    Release,
    /// The answer was invalid. From Claimed.
    Reject,
    /// The handler has a result. From Reserved, Running or Recovering.
    Finish,
    /// There is no result, and whether anything was done is not known. Anyone who holds the chain; from Claimed it is a release.
    Fail,
    /// The person said no, and the call ends with it. From Running.
    Decline {
        /// What a replay is told, in place of the state.
        state: Body,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_body() {
        let state = Body::from(b"secret".to_vec());
        let shown = format!("{:?}", Transition::Accept { state, reserve: 7 });
        assert_eq!(shown, "Accept { state: Body(6 bytes), reserve: 7 }");
    }
}
