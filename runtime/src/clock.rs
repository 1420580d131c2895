//! Time and randomness, injectable.
//!
//! Everything in this crate that needs the time of day or random bytes takes an `Arc<dyn Clock>`, so that a test can hold
//! both still.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[cfg(any(test, feature = "testing"))]
mod manual;

#[cfg(any(test, feature = "testing"))]
pub use manual::ManualClock;

/// A source of time and of random bytes.
pub trait Clock: Debug + Send + Sync + 'static {
    /// The time of day, in milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    fn now(&self) -> u64;

    /// Fills `bytes` with random bytes that nobody can foresee.
    ///
    /// # Errors
    /// [`NoEntropy`] when the source has none to give; the contents of `bytes` are then not to be used.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;

    /// Waits until this clock has moved on by `time`.
    fn sleep(&self, time: Duration) -> Sleep;
}

/// What [`Clock::sleep`] gives: it ends when the time is over.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The operating system gave no random bytes.
///
/// Nothing is sealed and no identifier is made without them; trying again later may work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoEntropy;

impl std::fmt::Display for NoEntropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the operating system gave no random bytes; try again later")
    }
}

impl std::error::Error for NoEntropy {}

/// The clock and the random number generator of the operating system. It sleeps by tokio's timer, on a tokio runtime.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one place that reads the system's time"
        )]
        let now = SystemTime::now();
        // A clock set before 1970 reads as 1970: every deadline then lies too far ahead, and is refused as such.
        let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|_| NoEntropy)
    }

    fn sleep(&self, time: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_time_is_later_than_this_code() {
        assert!(SystemClock.now() > 1_760_000_000_000);
    }

    #[test]
    fn system_bytes_differ() {
        let (mut one, mut other) = ([0; 32], [0; 32]);
        SystemClock.fill(&mut one).unwrap();
        SystemClock.fill(&mut other).unwrap();
        assert_ne!(one, other);
        assert_ne!(one, [0; 32]);
    }
}
