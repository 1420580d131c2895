//! A clock that a test moves by hand.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{Clock, NoEntropy, Sleep};

/// A clock that stands still until it is moved; its "random" bytes are the same in every run, and never repeat within one.
///
/// What sleeps by it wakes when the clock has been moved that far. For tests only: whoever knows the code knows the bytes.
#[derive(Debug)]
pub struct ManualClock {
    time: Arc<Time>,
    drawn: AtomicU64,
    dry: AtomicBool,
}

impl ManualClock {
    /// A clock that shows `now`, in milliseconds since 1970.
    #[must_use]
    pub fn new(now: u64) -> Self {
        let state = State {
            now,
            last: 0,
            sleepers: BTreeMap::new(),
        };
        Self {
            time: Arc::new(Time(Mutex::new(state))),
            drawn: AtomicU64::new(0),
            dry: AtomicBool::new(false),
        }
    }

    /// Sets the time, in milliseconds since 1970; backwards too.
    pub fn set(&self, now: u64) {
        self.time.move_to(|_| now);
    }

    /// Moves the time forward, by whole milliseconds; it stops at the last one that fits.
    pub fn advance(&self, by: Duration) {
        self.time.move_to(|now| now.saturating_add(millis(by)));
    }

    /// Says whether [`Clock::fill`] fails from now on.
    pub fn set_dry(&self, dry: bool) {
        self.dry.store(dry, Ordering::SeqCst);
    }

    /// When the next sleep ends, of those that were to take at most `within`.
    #[cfg(all(feature = "testing", feature = "rmcp"))]
    pub(crate) fn next_end(&self, within: Duration) -> Option<u64> {
        let state = self.time.lock();
        let sleepers = state.sleepers.values();
        sleepers
            .filter(|sleeper| sleeper.time <= millis(within))
            .map(|sleeper| sleeper.end)
            .min()
    }

    /// Whether every sleep that is over has been noticed by whoever slept.
    #[cfg(all(feature = "testing", feature = "rmcp"))]
    pub(crate) fn all_awake(&self) -> bool {
        let state = self.time.lock();
        state
            .sleepers
            .values()
            .all(|sleeper| sleeper.end > state.now)
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
        self.time.lock().now
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
        let time = millis(time);
        Box::pin(Sleeping {
            clock: Arc::clone(&self.time),
            time,
            end: self.now().saturating_add(time),
            place: None,
        })
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The time, and who sleeps by it.
#[derive(Debug)]
struct Time(Mutex<State>);

#[derive(Debug)]
struct State {
    now: u64,
    /// The place of the last sleeper.
    last: u64,
    sleepers: BTreeMap<u64, Sleeper>,
}

#[derive(Debug)]
struct Sleeper {
    /// How long it was to sleep.
    #[cfg_attr(
        not(all(feature = "testing", feature = "rmcp")),
        expect(dead_code, reason = "only the kit tells short sleeps from long ones")
    )]
    time: u64,
    end: u64,
    waker: Waker,
}

impl Time {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn move_to(&self, now: impl FnOnce(u64) -> u64) {
        let mut state = self.lock();
        state.now = now(state.now);
        let now = state.now;
        let sleepers = state.sleepers.values();
        let over = sleepers.filter(|sleeper| sleeper.end <= now);
        let wakers: Vec<_> = over.map(|sleeper| sleeper.waker.clone()).collect();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// One sleep, from when it was made; it has a place once it was polled.
struct Sleeping {
    clock: Arc<Time>,
    time: u64,
    end: u64,
    place: Option<u64>,
}

impl Future for Sleeping {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let clock = Arc::clone(&self.clock);
        let mut state = clock.lock();
        if state.now >= self.end {
            if let Some(place) = self.place.take() {
                state.sleepers.remove(&place);
            }
            return Poll::Ready(());
        }
        let place = *self.place.get_or_insert_with(|| {
            state.last += 1;
            state.last
        });
        let sleeper = Sleeper {
            time: self.time,
            end: self.end,
            waker: context.waker().clone(),
        };
        state.sleepers.insert(place, sleeper);
        Poll::Pending
    }
}

impl Drop for Sleeping {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            self.clock.lock().sleepers.remove(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

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
    fn who_sleeps_is_forgotten_once_awake_or_given_up() {
        let clock = ManualClock::new(5);
        let (mut one, mut other) = (clock.sleep(SECOND), clock.sleep(SECOND));
        let mut context = Context::from_waker(Waker::noop());
        assert!(one.as_mut().poll(&mut context).is_pending());
        assert!(other.as_mut().poll(&mut context).is_pending());
        assert!(one.as_mut().poll(&mut context).is_pending());
        assert_eq!(clock.time.lock().sleepers.len(), 2);
        clock.advance(SECOND);
        assert!(one.as_mut().poll(&mut context).is_ready());
        drop(other);
        assert!(clock.time.lock().sleepers.is_empty());
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
