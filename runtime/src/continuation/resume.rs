//! Begin a chain, or resume one from its token.

use super::{Chain, Continuation, Hold, Presented};
use crate::clock::{Clock, NoEntropy};
use crate::ledger::{AnswerHash, Redeemed, Refusal};
use crate::seal::{Binding, Envelope, OpenError, Principal, TokenId};

/// The most bytes of a prompt, state and what is shown together, that a ledger makes room for.
pub(super) const PROMPT_LIMIT: u64 = 256 * 1024;

/// What a token and an answer lead to.
pub(crate) enum Resumed {
    /// The chain goes on from this state.
    Open {
        chain: Chain,
        hold: Hold,
        /// The token, if it is a sealed one.
        presented: Option<Presented>,
        state: Vec<u8>,
        /// What was shown with this prompt, and the prompt's own token and expiry; a ledger knows it.
        shown: Option<Shown>,
    },
    /// The answer was accepted before; what became of it has to be found out, from the state once it was accepted.
    Recovering {
        chain: Chain,
        hold: Hold,
        state: Vec<u8>,
    },
    /// The answer was accepted before, and led to this prompt.
    Replayed(Shown),
    /// The answer ended the call; this was said.
    Ended(Vec<u8>),
    /// There were too many invalid answers.
    Exhausted,
    /// The answer was accepted before, and has been recovered as often as it may be.
    AlreadyRan,
}

/// A prompt as it went out.
pub(crate) struct Shown {
    pub(crate) text: Vec<u8>,
    pub(crate) token: String,
    /// Unix milliseconds.
    pub(crate) expiry: u64,
}

/// Why nothing is begun or resumed.
pub(crate) enum Refused {
    Sealed(OpenError),
    Ledger(Refusal),
    Entropy(NoEntropy),
}

impl Continuation {
    /// A new chain. If something of it may have to be kept, a ledger makes room for that.
    pub(crate) async fn begin(
        &self,
        clock: &dyn Clock,
        principal: &Principal,
        binding: &Binding<'_>,
        keeps: bool,
    ) -> Result<(Chain, Hold), Refused> {
        match self {
            Self::Ledger { ledger, terms, .. } if keeps => {
                let started = ledger.start(principal, binding, *terms, PROMPT_LIMIT).await;
                let reserved = started.map_err(Refused::Ledger)?;
                let chain = Chain {
                    id: *reserved.chain(),
                    deadline: None,
                };
                Ok((chain, Hold::Reserved(reserved)))
            }
            _ => {
                let chain = Chain::start(clock).map_err(Refused::Entropy)?;
                Ok((chain, Hold::Free))
            }
        }
    }

    /// Takes the state back, if the token is ours, alive, and bound to this very request. `answer` tells the client's answer
    /// from every other; for a seal it is not computed.
    pub(crate) async fn resume(
        &self,
        token: &str,
        principal: &Principal,
        binding: &Binding<'_>,
        answer: impl FnOnce() -> AnswerHash,
    ) -> Result<Resumed, Refused> {
        let Self::Ledger { ledger, .. } = self else {
            return self.open(token, binding).map_err(Refused::Sealed);
        };
        let redeemed = ledger.redeem(token, principal, binding, answer()).await;
        Ok(match redeemed.map_err(Refused::Ledger)? {
            Redeemed::Claimed(mut claimed) => Resumed::Open {
                chain: Chain {
                    id: *claimed.chain(),
                    deadline: Some(claimed.expiry),
                },
                state: std::mem::take(&mut claimed.state),
                shown: Some(Shown {
                    text: std::mem::take(&mut claimed.shown.text),
                    token: claimed.shown.token.text(),
                    expiry: claimed.expiry,
                }),
                hold: Hold::Claimed(Box::new(claimed)),
                presented: None,
            },
            Redeemed::Recovering(mut recovering) => Resumed::Recovering {
                chain: Chain {
                    id: *recovering.chain(),
                    deadline: None,
                },
                state: std::mem::take(&mut recovering.state),
                hold: Hold::Recovering(recovering),
            },
            Redeemed::Replayed(shown, expiry) => Resumed::Replayed(Shown {
                token: shown.token.text(),
                text: shown.text,
                expiry,
            }),
            Redeemed::Declined(text) => Resumed::Ended(text),
            Redeemed::Exhausted => Resumed::Exhausted,
            Redeemed::AlreadyRan => Resumed::AlreadyRan,
        })
    }

    fn open(&self, token: &str, binding: &Binding<'_>) -> Result<Resumed, OpenError> {
        let Self::Sealed(seal) = self else {
            return Ok(Resumed::AlreadyRan);
        };
        let Envelope {
            deadline,
            chain,
            body,
            ..
        } = seal.open(token, binding)?;
        Ok(Resumed::Open {
            chain: Chain {
                id: chain,
                deadline: Some(deadline),
            },
            hold: Hold::Free,
            presented: Some(Presented {
                id: TokenId::of(token),
                deadline,
            }),
            state: body,
            shown: None,
        })
    }
}
