//! Time, as the server under test has it, and how long the kit waits for it in earnest.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::line::Line;
use crate::clock::{Clock, ManualClock};

/// How often the kit looks whether the server sleeps.
const TICK: Duration = Duration::from_millis(1);
/// A sleep of at most this is a poll, and not waited out by the person: the kit moves the clock itself.
const POLL: Duration = Duration::from_secs(5);
/// How often others get their turn before the kit falls back to waiting.
const YIELDS: usize = 64;

/// The clock under the test's control.
#[derive(Clone)]
pub(super) struct Time {
    pub(super) clock: Arc<ManualClock>,
    /// How long, in real time, anything may take.
    pub(super) patience: Duration,
}

impl Time {
    /// Moves the clock on, and lets whatever sleeps by it react where its sleep ends.
    pub(super) async fn pass(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        let end = self.clock.now().saturating_add(by);
        while let Some(next) = self.clock.next_end(Duration::MAX).filter(|it| *it <= end) {
            if !self.move_to(next).await {
                break;
            }
        }
        self.move_to(end).await;
    }

    /// Moves the clock, and waits until all whose sleep is over have noticed; false when they do not.
    async fn move_to(&self, now: u64) -> bool {
        self.clock.set(now.max(self.clock.now()));
        let since = Instant::now();
        let mut awake = false;
        for turn in 0.. {
            awake = awake || self.clock.all_awake();
            // Once awake they go on: a few turns more, so that they may.
            match (awake, turn < YIELDS) {
                (true, false) => return true,
                (_, true) => tokio::task::yield_now().await,
                (false, false) if since.elapsed() < self.patience => sleep(TICK).await,
                (false, false) => return false,
            }
        }
        awake
    }

    /// The next message from the server.
    ///
    /// # Errors
    ///
    /// What the kit waited for in vain.
    pub(super) async fn next(&self, line: &Line, what: &str) -> Result<Value, String> {
        let since = Instant::now();
        loop {
            match timeout(TICK, line.next()).await {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {
                    return Err(format!(
                        "the server closed the connection while the kit waited for {what}"
                    ));
                }
                Err(_) if since.elapsed() >= self.patience => {
                    return Err(format!(
                        "waited {:?} in real time for {what}, and nothing came; a handler that panicked or that waits \
                         for something else does that",
                        self.patience
                    ));
                }
                Err(_) => self.skip_a_poll().await,
            }
        }
    }

    async fn skip_a_poll(&self) {
        if !self.clock.all_awake() {
            return;
        }
        if let Some(end) = self.clock.next_end(POLL) {
            let left = end.saturating_sub(self.clock.now());
            self.pass(Duration::from_millis(left)).await;
        }
    }
}
