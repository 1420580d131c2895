//! A chain that is held: its fence, its lease, and that it is let go of in the end.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::handle::Ledger;
use super::{ChainKey, StoreError, Token, Transition, Write, Written};

/// How long after a lease was renewed it is renewed again.
const RENEW: u64 = 10_000;
/// How long after that the holder gives up: well before the lease has ended.
const GIVE_UP: u64 = 20_000;
/// How long after a renewal failed it is tried again.
const AGAIN: u64 = 1_000;

/// The lease could not be renewed: somebody else may hold the chain by now, and nothing is committed any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LeaseLost;

/// Who holds a chain. Dropped before it has said how the chain goes on, it says that it failed.
pub(super) struct Held {
    pub(super) ledger: Arc<Ledger>,
    pub(super) key: ChainKey,
    /// Any token of the chain: the next one is made from it.
    pub(super) token: Token,
    pub(super) fence: u64,
    /// The prompt that is or was last, from 1; 0 before the first.
    pub(super) round: u16,
    let_go: bool,
}

impl Held {
    pub(super) fn new(
        ledger: &Arc<Ledger>,
        key: ChainKey,
        token: Token,
        fence: u64,
        round: u16,
    ) -> Self {
        Self {
            ledger: Arc::clone(ledger),
            key,
            token,
            fence,
            round,
            let_go: false,
        }
    }

    fn event(&self, transition: Transition) -> Write {
        Write {
            key: self.key,
            fence: self.fence,
            transition,
        }
    }

    /// Says how the chain goes on, and is still held. A write whose reply got lost is made again once.
    pub(super) async fn write(&self, transition: Transition) -> Result<Written, StoreError> {
        let event = self.event(transition);
        match self.ledger.store.write(event.clone()).await {
            Ok(written) => Ok(written),
            Err(_) => self.ledger.store.write(event).await,
        }
    }

    /// Says how the chain goes on, and lets it go.
    pub(super) async fn end(mut self, transition: Transition) -> Result<Written, StoreError> {
        let written = self.write(transition).await?;
        self.let_go = true;
        Ok(written)
    }

    /// The store has let it go already.
    pub(super) fn forget(mut self) {
        self.let_go = true;
    }

    /// Keeps the lease while something runs.
    pub(super) fn renewal(&self) -> Renewal {
        Renewal {
            ledger: Arc::clone(&self.ledger),
            key: self.key,
            fence: self.fence,
        }
    }
}

/// Keeps a lease while something runs: apart from the chain itself, which whatever runs says something about.
#[derive(Clone)]
pub(crate) struct Renewal {
    ledger: Arc<Ledger>,
    key: ChainKey,
    fence: u64,
}

impl Renewal {
    /// Runs `body`, and renews the lease as long as it runs. When the lease could not be renewed for 20 s, or is
    /// somebody else's, `body` is dropped.
    pub(crate) async fn hold<F: Future>(&self, body: F) -> Result<F::Output, LeaseLost> {
        let (mut body, mut renewal) = (pin!(body), pin!(self.renew()));
        poll_fn(|context| match body.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Ok(output)),
            Poll::Pending => renewal.as_mut().poll(context).map(Err),
        })
        .await
    }

    async fn renew(&self) -> LeaseLost {
        let clock = &self.ledger.bodies.clock;
        let sleep = |millis| clock.sleep(Duration::from_millis(millis));
        let renew = || Write {
            key: self.key,
            fence: self.fence,
            transition: Transition::Renew,
        };
        let mut renewed = clock.now();
        let mut pause = RENEW;
        loop {
            sleep(pause).await;
            let now = clock.now();
            let left = renewed.saturating_add(GIVE_UP).saturating_sub(now);
            if left == 0 {
                return LeaseLost;
            }
            let write = self.ledger.store.write(renew());
            pause = match before(write, sleep(left)).await {
                Some(Ok(Written::Renewed { .. })) => {
                    renewed = now;
                    RENEW
                }
                Some(Ok(_)) | None => return LeaseLost,
                Some(Err(_)) => AGAIN.min(left),
            };
        }
    }
}

/// What `future` gives, unless `end` comes first.
async fn before<F: Future>(future: F, end: impl Future<Output = ()>) -> Option<F::Output> {
    let (mut future, mut end) = (pin!(future), pin!(end));
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.let_go {
            return;
        }
        let store = Arc::clone(&self.ledger.store);
        let event = self.event(Transition::Fail);
        let mut fail = Box::pin(async move { drop(store.write(event).await) });
        // A store in memory is done at once. Others need a runtime; without one, the end of the lease does the same.
        let done = fail
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_ready();
        if !done {
            spawn(fail);
        }
    }
}

#[cfg(any(feature = "rmcp", feature = "sqlite", feature = "testing"))]
fn spawn(future: impl Future<Output = ()> + Send + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(future);
    }
}

#[cfg(not(any(feature = "rmcp", feature = "sqlite", feature = "testing")))]
fn spawn(future: impl Future<Output = ()>) {
    drop(future);
}
