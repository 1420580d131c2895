//! How a request holds its chain in a ledger, and how it lets go.

use std::future::Future;
use std::pin::Pin;

use super::resume::PROMPT_LIMIT;
use crate::ledger::{
    ClaimedChain, Prompted, Recovering, Refusal, Rejected, Renewal, Reserved, Running, Uncommitted,
};

/// How a request holds its chain. Dropped, it says that the call failed.
#[derive(Default)]
pub(crate) enum Hold {
    /// Nothing is held: the state is sealed, or nothing can be asked, or it is asked in place.
    #[default]
    Free,
    /// A handler may run that has asked nothing.
    Reserved(Reserved),
    /// An answer is looked at.
    Claimed(Box<ClaimedChain>),
    /// The answer was accepted.
    Running(Running),
    /// What became of a handler is being found out.
    Recovering(Recovering),
}

impl Hold {
    pub(crate) fn is_claimed(&self) -> bool {
        matches!(self, Self::Claimed(_))
    }

    pub(crate) fn is_recovering(&self) -> bool {
        matches!(self, Self::Recovering(_))
    }

    /// What keeps the lease while the handler runs.
    pub(crate) fn lease(&self) -> Lease {
        Lease(match self {
            Self::Free => None,
            Self::Reserved(held) => Some(held.renewal()),
            Self::Claimed(held) => Some(held.renewal()),
            Self::Running(held) => Some(held.renewal()),
            Self::Recovering(held) => Some(held.renewal()),
        })
    }

    /// The answer counts from here on: from now on a loss means recovery, which gets `state`.
    pub(crate) async fn accept(&mut self, state: Vec<u8>) -> Result<(), Refusal> {
        match std::mem::take(self) {
            Self::Claimed(claimed) => {
                *self = Self::Running(claimed.accept(state, PROMPT_LIMIT).await?);
            }
            other => *self = other,
        }
        Ok(())
    }

    pub(super) async fn prompt(
        self,
        state: Vec<u8>,
        shown: &[u8],
    ) -> Result<Prompted, Uncommitted> {
        match self {
            Self::Reserved(reserved) => reserved.prompt(state, shown, None).await,
            Self::Running(running) => running.prompt(state, shown, None).await,
            Self::Free | Self::Claimed(_) | Self::Recovering(_) => Err(Uncommitted::Lost),
        }
    }

    /// The handler has a result.
    pub(crate) async fn finish(self) -> Result<(), Uncommitted> {
        match self {
            Self::Free => Ok(()),
            Self::Reserved(reserved) => reserved.finish().await,
            Self::Claimed(claimed) => claimed.release().await,
            Self::Running(running) => running.finish().await,
            Self::Recovering(recovering) => recovering.finish().await,
        }
    }

    /// There is none: an answer that was not accepted can be given again, and what runs has to be recovered.
    pub(crate) async fn fail(self) -> Result<(), Uncommitted> {
        match self {
            Self::Free => Ok(()),
            Self::Reserved(reserved) => reserved.fail().await,
            Self::Claimed(claimed) => claimed.release().await,
            Self::Running(running) => running.fail().await,
            Self::Recovering(recovering) => recovering.fail().await,
        }
    }

    /// The call came to nothing, whatever the ledger says to that: without it the end of the lease does the same.
    pub(crate) async fn let_go(self) {
        if let Err(error) = self.fail().await {
            tracing::debug!(?error, "a chain is held until its lease ends");
        }
    }

    /// The person said no, and the call ends with it: a replay is told `text`.
    pub(crate) async fn decline(self, text: Vec<u8>) -> Result<(), Uncommitted> {
        match self {
            Self::Running(running) => running.decline(text).await,
            other => other.fail().await,
        }
    }

    /// The answer is invalid.
    pub(crate) async fn reject(self) -> Result<Rejected, Uncommitted> {
        match self {
            Self::Claimed(claimed) => claimed.reject().await,
            other => {
                other.fail().await?;
                Err(Uncommitted::Lost)
            }
        }
    }
}

/// What keeps a chain's lease while its handler runs.
pub struct Lease(Option<Renewal>);

impl Lease {
    /// Runs `body`, and renews the lease meanwhile. `None`: the lease was lost, and `body` was dropped.
    ///
    /// It is boxed: a handler's future is large, and every future around it would hold it once more.
    pub async fn hold<F: Future + ?Sized>(&self, body: Pin<Box<F>>) -> Option<F::Output> {
        match &self.0 {
            None => Some(body.await),
            Some(renewal) => renewal.hold(body).await.ok(),
        }
    }
}
