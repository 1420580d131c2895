//! The store in this process's memory.

mod core;
mod locks;
mod shard;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use self::core::Core;
use super::{
    Claim, Claimed, Held, Lifetime, Limits, Start, Started, Store, Stored, Write, Written,
};
use crate::clock::{Clock, NoEntropy, Sleep, SystemClock};
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
pub struct MemoryStore(Arc<Core<Std>>, Arc<Adopted>);

impl MemoryStore {
    /// An empty store that goes by `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, limits: Limits) -> Self {
        let adopted = Arc::new(Adopted(OnceLock::from(clock)));
        Self::by(adopted, limits)
    }

    /// An empty store with these limits. It goes by the clock of the [`Askback`](crate::Askback) that it is given to first,
    /// and by the system's until then.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Self::by(Arc::default(), limits)
    }

    fn by(adopted: Arc<Adopted>, limits: Limits) -> Self {
        let clock = Arc::clone(&adopted) as Arc<dyn Clock>;
        Self(Arc::new(Core::new(clock, limits, SHARDS)), adopted)
    }
}

/// An empty store with the default limits: see [`MemoryStore::with_limits`].
impl Default for MemoryStore {
    fn default() -> Self {
        Self::with_limits(Limits::default())
    }
}

/// A clock that is said once; the system's until then.
#[derive(Debug, Default)]
struct Adopted(OnceLock<Arc<dyn Clock>>);

impl Adopted {
    fn adopt(&self, clock: &Arc<dyn Clock>) {
        self.0.get_or_init(|| Arc::clone(clock));
    }

    fn clock(&self) -> &dyn Clock {
        match self.0.get() {
            Some(clock) => &**clock,
            None => &SystemClock,
        }
    }
}

impl Clock for Adopted {
    fn now(&self) -> u64 {
        self.clock().now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        self.clock().fill(bytes)
    }

    fn sleep(&self, time: Duration) -> Sleep {
        self.clock().sleep(time)
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

    fn adopt(&self, clock: &Arc<dyn Clock>) {
        self.1.adopt(clock);
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
