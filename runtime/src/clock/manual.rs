//! A clock that a test moves by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::watch;

use super::{Clock, NoEntropy, Sleep};

/// A clock that stands still until it is moved; its "random" bytes are the same in every run, and never repeat within one.
///
/// For tests only: whoever knows the code knows the bytes.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<u64>,
    drawn: AtomicU64,
    dry: AtomicBool,
}

impl ManualClock {
    /// A clock that shows `now`, in milliseconds since 1970.
    #[must_use]
    pub fn new(now: u64) -> Self {
        Self {
            now: watch::Sender::new(now),
            drawn: AtomicU64::new(0),
            dry: AtomicBool::new(false),
        }
    }

    /// Sets the time, in milliseconds since 1970; backwards too.
    pub fn set(&self, now: u64) {
        self.now.send_replace(now);
    }

    /// Moves the time forward, by whole milliseconds; it stops at the last one that fits.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.now.send_modify(|now| *now = now.saturating_add(by));
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
        *self.now.borrow()
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

    fn sleep(&self, time: Duration) -> Sleep {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut clock = self.now.subscribe();
        let end = clock.borrow().saturating_add(time);
        Box::pin(async move {
            if clock.wait_for(|now| *now >= end).await.is_err() {
                // The clock is gone: nothing will ever move it.
                std::future::pending().await
            }
        })
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

    #[tokio::test]
    async fn a_sleep_ends_when_the_clock_was_moved_that_far() {
        let clock = ManualClock::new(5);
        let sleep = clock.sleep(Duration::from_millis(10));
        tokio::pin!(sleep);
        for (moved, over) in [(0, false), (9, false), (1, true)] {
            clock.advance(Duration::from_millis(moved));
            let ended = tokio::select! { biased; () = &mut sleep => true, () = std::future::ready(()) => false };
            assert_eq!(ended, over, "{moved}");
        }
        clock.sleep(Duration::ZERO).await;
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
