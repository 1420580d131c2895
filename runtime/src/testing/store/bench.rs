//! A store and its time, and the words that the rules are written in.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Broken, Time};
use crate::canonical::Framed;
use crate::ledger::{
    AnswerHash, Attempt, BindingHash, Body, ChainKey, ChainName, Claim, Claimed, Held, Lifetime,
    Owner, Start, Started, Store, Terms, TokenHash, Transition, Verdict, Write, Written,
};

/// How many bytes each prompt reserves.
pub(super) const RESERVE: u64 = 1_000;
/// How many bytes of state a prompt has.
pub(super) const STATE: usize = 100;
/// How many bytes are shown of a prompt.
pub(super) const SHOWN: usize = 50;

pub(super) struct Bench {
    pub(super) store: Arc<dyn Store>,
    time: Option<Arc<dyn Time>>,
    chains: AtomicU64,
}

/// One chain, as its owner knows it.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) key: ChainKey,
    pub(super) lifetime: Lifetime,
    pub(super) binding: BindingHash,
    pub(super) terms: Terms,
    store: Arc<dyn Store>,
}

fn hashed(what: &str, number: u64) -> [u8; 32] {
    let mut hash = Framed::hash(what);
    hash.number(number);
    hash.finish()
}

pub(super) fn owner(number: u64) -> Owner {
    Owner::from_bytes(hashed("owner", number))
}

pub(super) fn lifetime(number: u64) -> Lifetime {
    Lifetime::from_bytes(hashed("lifetime", number))
}

pub(super) fn answer(number: u64) -> AnswerHash {
    AnswerHash::from_bytes(hashed("answer", number))
}

pub(super) fn attempt(number: u64) -> Attempt {
    let mut bytes = [0; Attempt::BYTES];
    bytes
        .iter_mut()
        .zip(hashed("attempt", number))
        .for_each(|(byte, hashed)| *byte = hashed);
    Attempt::from_bytes(bytes)
}

pub(super) fn token(round: u64) -> TokenHash {
    TokenHash::from_bytes(hashed("token", round))
}

/// A body of `bytes` bytes that says `number`.
pub(super) fn body(number: u64, bytes: usize) -> Body {
    let hashed = hashed("body", number);
    Body::from(hashed.into_iter().cycle().take(bytes).collect::<Vec<_>>())
}

/// The state that comes with the prompt `round`.
pub(super) fn state(round: u64) -> Body {
    body(round, STATE)
}

/// What is shown with the prompt `round`.
pub(super) fn shown(round: u64) -> Body {
    body(1_000 + round, SHOWN)
}

/// The state once the prompt `round` is answered.
pub(super) fn answered(round: u64) -> Body {
    body(2_000 + round, 2 * STATE)
}

pub(super) fn prompt(round: u64) -> Transition {
    Transition::Prompt {
        token: token(round),
        ttl: None,
        state: state(round),
        shown: shown(round),
    }
}

pub(super) fn accept(round: u64) -> Transition {
    Transition::Accept {
        state: answered(round),
        reserve: RESERVE,
    }
}

pub(super) fn decline() -> Transition {
    Transition::Decline {
        state: body(3_000, STATE),
    }
}

impl Bench {
    pub(super) fn new(store: Arc<dyn Store>, time: Option<Arc<dyn Time>>) -> Self {
        Self {
            store,
            time,
            chains: AtomicU64::new(0),
        }
    }

    /// A chain of the owner `number` that has not started.
    pub(super) fn chain_of(&self, number: u64) -> Chain {
        let chain = self.chains.fetch_add(1, Ordering::SeqCst);
        Chain {
            key: ChainKey {
                owner: owner(number),
                chain: ChainName::from_bytes(hashed("chain", chain)),
            },
            lifetime: lifetime(1),
            binding: BindingHash::from_bytes(hashed("binding", 1)),
            terms: Terms::default(),
            store: Arc::clone(&self.store),
        }
    }

    /// A chain whose handler runs, and that has asked nothing.
    pub(super) async fn reserved(&self) -> Result<Chain, Broken> {
        let chain = self.chain_of(1);
        chain.started().await?;
        Ok(chain)
    }

    /// A chain with `rounds` prompts; all but the last are answered, each by the answer of its number.
    pub(super) async fn open(&self, rounds: u64) -> Result<Chain, Broken> {
        let chain = self.reserved().await?;
        chain.ask(1, 1).await?;
        for round in 1..rounds {
            let fence = chain.run(round).await?;
            chain.ask(fence, round + 1).await?;
        }
        Ok(chain)
    }

    /// The same, and the last is claimed; with its fence.
    pub(super) async fn claimed(&self, rounds: u64) -> Result<(Chain, u64), Broken> {
        let chain = self.open(rounds).await?;
        let fence = chain.hold(rounds).await?;
        Ok((chain, fence))
    }

    /// The same, and the answer is accepted; with the fence of whoever runs.
    pub(super) async fn running(&self, rounds: u64) -> Result<(Chain, u64), Broken> {
        let chain = self.open(rounds).await?;
        let fence = chain.run(rounds).await?;
        Ok((chain, fence))
    }

    /// A chain of one prompt that is answered and over.
    pub(super) async fn done(&self) -> Result<Chain, Broken> {
        let (chain, fence) = self.running(1).await?;
        chain.wrote(fence, Transition::Finish).await?;
        Ok(chain)
    }

    pub(super) async fn advance(&self, millis: u64) -> Result<(), Broken> {
        match &self.time {
            Some(time) => Ok(time.advance(Duration::from_millis(millis)).await?),
            None => Err(Broken::lost("the store's time cannot be moved")),
        }
    }

    pub(super) async fn held(&self) -> Result<Held, Broken> {
        Ok(self.store.held().await?)
    }

    /// Starts and finishes a chain of another owner: whatever is due is looked at.
    pub(super) async fn sweep(&self) -> Result<(), Broken> {
        // More than once: a start need not look at everything.
        for number in 0..64 {
            let chain = self.chain_of(number);
            chain.started().await?;
            chain.wrote(1, Transition::Finish).await?;
        }
        Ok(())
    }
}

impl Chain {
    pub(super) async fn start(&self, by: u64) -> Result<Started, Broken> {
        let start = Start {
            key: self.key,
            lifetime: self.lifetime,
            binding: self.binding,
            attempt: attempt(by),
            terms: self.terms,
            reserve: RESERVE,
        };
        Ok(self.store.start(start).await?)
    }

    pub(super) async fn started(&self) -> Result<(), Broken> {
        match self.start(1).await? {
            Started::Granted(_) => Ok(()),
            other => Err(Broken::shape(line!(), "Granted", &other)),
        }
    }

    /// A claim of the prompt `round` by `answer`, in the attempt `by`.
    pub(super) fn claiming(&self, round: u64, by_answer: u64, by: u64) -> Claim {
        Claim {
            key: self.key,
            lifetime: self.lifetime,
            binding: self.binding,
            token: token(round),
            answer: answer(by_answer),
            attempt: attempt(by),
        }
    }

    pub(super) async fn come(&self, claim: Claim) -> Result<Claimed, Broken> {
        Ok(self.store.claim(claim).await?)
    }

    pub(super) async fn claim(&self, round: u64, answer: u64, by: u64) -> Result<Claimed, Broken> {
        self.come(self.claiming(round, answer, by)).await
    }

    pub(super) async fn verdict(
        &self,
        round: u64,
        answer: u64,
        by: u64,
    ) -> Result<Verdict, Broken> {
        Ok(self.claim(round, answer, by).await?.verdict)
    }

    /// Claims the prompt `round` by the answer of its number; gives the fence.
    pub(super) async fn hold(&self, round: u64) -> Result<u64, Broken> {
        match self.verdict(round, round, round).await? {
            Verdict::Claimed { grant, .. } => Ok(grant.fence),
            other => Err(Broken::shape(line!(), "Claimed", &other)),
        }
    }

    /// The same, and accepts it.
    pub(super) async fn run(&self, round: u64) -> Result<u64, Broken> {
        let fence = self.hold(round).await?;
        self.wrote(fence, accept(round)).await?;
        Ok(fence)
    }

    pub(super) async fn ask(&self, fence: u64, round: u64) -> Result<u64, Broken> {
        match self.write(fence, prompt(round)).await? {
            Written::Prompted { expiry, .. } => Ok(expiry),
            other => Err(Broken::shape(line!(), "Prompted", &other)),
        }
    }

    pub(super) async fn write(
        &self,
        fence: u64,
        transition: Transition,
    ) -> Result<Written, Broken> {
        let write = Write {
            key: self.key,
            fence,
            transition,
        };
        Ok(self.store.write(write).await?)
    }

    /// A write that has to count.
    pub(super) async fn wrote(
        &self,
        fence: u64,
        transition: Transition,
    ) -> Result<Written, Broken> {
        match self.write(fence, transition).await? {
            Written::Lost => Err(Broken::lost("a write was lost that had to count")),
            written => Ok(written),
        }
    }
}
