//! A clock that a test moves by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{Clock, NoEntropy};

/// A clock that stands still until it is moved; its "random" bytes are the same in every run, and never repeat within one.
///
/// For tests only: whoever knows the code knows the bytes.
#[derive(Debug)]
pub struct ManualClock {
    now: AtomicU64,
    drawn: AtomicU64,
    dry: AtomicBool,
}

impl ManualClock {
    /// A clock that shows `now`, in milliseconds since 1970.
    #[must_use]
    pub fn new(now: u64) -> Self {
        Self {
            now: AtomicU64::new(now),
            drawn: AtomicU64::new(0),
            dry: AtomicBool::new(false),
        }
    }

    /// Sets the time, in milliseconds since 1970; backwards too.
    pub fn set(&self, now: u64) {
        self.now.store(now, Ordering::SeqCst);
    }

    /// Moves the time forward, by whole milliseconds; it stops at the last one that fits.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        let _ = self
            .now
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |now| {
                Some(now.saturating_add(by))
            });
    }

    /// Says whether [`Clock::fill`] fails from now on.
    pub fn set_dry(&self, dry: bool) {
        self.dry.store(dry, Ordering::SeqCst);
    }
}

impl Default for ManualClock {
    /// A clock that shows 2026-07-28T00:00:00Z.
    fn default() -> Self {
        Self::new(1_785_196_800_000)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> u64 {
        self.now.load(Ordering::SeqCst)
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        if self.dry.load(Ordering::SeqCst) {
            return Err(NoEntropy);
        }
        for chunk in bytes.chunks_mut(32) {
            let drawn = self.drawn.fetch_add(1, Ordering::SeqCst);
            let block = Sha256::digest(drawn.to_be_bytes());
            for (byte, random) in chunk.iter_mut().zip(block) {
                *byte = random;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_only_when_moved() {
        let clock = ManualClock::new(5);
        assert_eq!((clock.now(), clock.now()), (5, 5));
        clock.advance(Duration::from_millis(7));
        assert_eq!(clock.now(), 12);
        clock.set(3);
        assert_eq!(clock.now(), 3);
        clock.advance(Duration::MAX);
        assert_eq!(clock.now(), u64::MAX);
    }

    #[test]
    fn bytes_never_repeat_and_can_run_dry() {
        let clock = ManualClock::default();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..100 {
            let mut bytes = [0; 12];
            clock.fill(&mut bytes).unwrap();
            assert!(seen.insert(bytes));
        }
        clock.set_dry(true);
        assert_eq!(clock.fill(&mut [0; 1]), Err(NoEntropy));
    }
}
