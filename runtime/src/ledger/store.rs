//! What every store does.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::clock::Clock;

use super::{Claim, Claimed, Lifetime, Start, Started, Write, Written};

/// What a store's methods give: awaited, it has happened or has not, as a whole.
pub type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where chains are kept.
///
/// Every method is one atomic transition of one chain, as [`machine`](super::machine) has it, by the store's own clock: all
/// processes that share a store see one time. What it admits and gives back is counted in the same step. Bodies are kept as
/// they come. A future that is dropped before it is done may still have its effect.
///
/// A store that anybody else can write passes the suite in `askback::testing::store`.
pub trait Store: fmt::Debug + Send + Sync + 'static {
    /// A call begins that may ask.
    ///
    /// Before it answers that there is no room, it has given back what expired or was left by processes that died.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be reached, or cannot tell. The same attempt may be made again.
    fn start(&self, start: Start) -> Stored<'_, Started>;

    /// A token came back with an answer.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be reached, or cannot tell. The same attempt may be made again.
    fn claim(&self, claim: Claim) -> Stored<'_, Claimed>;

    /// Whoever holds a chain says how it goes on.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be reached, or cannot tell. The same write may be made again.
    fn write(&self, write: Write) -> Stored<'_, Written>;

    /// Ends a lifetime, for every process that shares the store and for good: no chain of it starts, no prompt of it goes out,
    /// and none that is open can be answered. What runs goes on, and what is over still answers replays.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be reached, or cannot tell. It may be ended again.
    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()>;

    /// Whether what it keeps never leaves this process's memory: then bodies are kept as they are, and chains live no longer than
    /// the process. What any other store gets is sealed. False unless said.
    fn is_in_process(&self) -> bool {
        false
    }

    /// The clock of the [`Askback`](crate::Askback) that the store is given to. One that was made without a clock of its own
    /// goes by it from then on; every other store ignores it, as it does unless said.
    fn adopt(&self, _clock: &Arc<dyn Clock>) {}

    /// How much is held in all, as it is charged. What has expired counts until it is swept. For dashboards and tests: it may
    /// take as long as the store is large.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be reached, or cannot tell.
    fn held(&self) -> Stored<'_, Held>;
}

/// How much a store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// Chains, those that are over but still answer replays included.
    pub chains: u64,
    /// Chains that are not over: those that count for their owners.
    pub open_chains: u64,
    /// Bytes that they are charged, reservations included.
    pub bytes: u64,
}

/// A store did not do what it was asked, or cannot tell whether it did.
///
/// Its text names no token, no answer and no person. The cause, where there is one, is the source.
#[derive(Debug)]
pub struct StoreError {
    what: &'static str,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl StoreError {
    /// An error with a sentence about what went wrong and what to do.
    #[must_use]
    pub fn new(what: &'static str) -> Self {
        Self { what, source: None }
    }

    /// The same, with its cause. The cause must not quote what the store was given.
    #[must_use]
    pub fn with_source(
        what: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self {
            what,
            source: Some(source.into()),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the ledger's store: {}", self.what)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}
