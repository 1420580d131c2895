//! The store in this process's memory.

mod core;
mod locks;
mod shard;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future;
use std::sync::Arc;

use self::core::Core;
use super::{
    Claim, Claimed, Held, Lifetime, Limits, Start, Started, Store, Stored, Write, Written,
};
use crate::clock::{Clock, SystemClock};
use locks::Std;

/// How many shards there are.
const SHARDS: usize = 64;

/// A store in this process's memory: a restart loses every chain, and no other process sees them.
///
/// Each owner's chains live in one of 64 shards with a lock of its own, so that transitions of different owners seldom wait for
/// each other. What has expired is found by an index, and swept by calls that start; there is no timer. Clones are one and the
/// same store.
///
/// ```
/// let askback = askback::Askback::builder()
///     .ledger(askback::ledger::MemoryStore::default())
///     .build()?;
/// # Ok::<(), askback::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct MemoryStore(Arc<Core<Std>>);

impl MemoryStore {
    /// An empty store that goes by `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, limits: Limits) -> Self {
        Self(Arc::new(Core::new(clock, limits, SHARDS)))
    }
}

/// An empty store with the default limits, by the system's clock.
impl Default for MemoryStore {
    fn default() -> Self {
        Self::new(Arc::new(SystemClock), Limits::default())
    }
}

/// Shows the limits.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

/// Each is done when it is called, before it is awaited.
impl Store for MemoryStore {
    fn is_in_process(&self) -> bool {
        true
    }

    fn start(&self, start: Start) -> Stored<'_, Started> {
        Box::pin(future::ready(Ok(self.0.start(&start))))
    }

    fn claim(&self, claim: Claim) -> Stored<'_, Claimed> {
        Box::pin(future::ready(Ok(self.0.claim(&claim))))
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        Box::pin(future::ready(Ok(self.0.write(&write))))
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        self.0.end(lifetime);
        Box::pin(future::ready(Ok(())))
    }

    fn held(&self) -> Stored<'_, Held> {
        Box::pin(future::ready(Ok(self.0.held())))
    }
}
