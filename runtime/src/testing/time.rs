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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::json;
    use tokio::io::AsyncWriteExt;

    use super::*;

    fn time() -> Time {
        Time {
            clock: Arc::default(),
            patience: Duration::from_secs(10),
        }
    }

    /// A server that sleeps so many times, so long, and then says something.
    fn sleeper(time: &Time, (times, long): (u64, Duration)) -> Line {
        let clock = Arc::clone(&time.clock);
        Line::open(move |mut stream| {
            tokio::spawn(async move {
                for _ in 0..times {
                    clock.sleep(long).await;
                }
                let line = format!("{}\n", json!({ "awake": clock.now() }));
                stream.write_all(line.as_bytes()).await
            });
        })
    }

    #[tokio::test]
    async fn polls_are_not_waited_out() {
        let time = time();
        let start = time.clock.now();
        let line = sleeper(&time, (20, Duration::from_secs(1)));
        let awake = time.next(&line, "the end").await.unwrap();
        assert_eq!(awake["awake"], start + 20_000);
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_longer_than_a_poll_is_left_to_the_test() {
        let time = time();
        let line = sleeper(&time, (1, Duration::from_secs(6)));
        let why = time.next(&line, "the end").await.unwrap_err();
        assert!(
            why.starts_with("waited 10s in real time for the end, and"),
            "{why}"
        );
        time.pass(Duration::from_secs(6)).await;
        time.next(&line, "the end").await.unwrap();
    }

    #[tokio::test]
    async fn whatever_sleeps_wakes_at_its_own_time() {
        let time = time();
        let start = time.clock.now();
        let woken = Arc::new(Mutex::new(Vec::new()));
        for long in [60, 7, 7, 601] {
            let (clock, woken) = (Arc::clone(&time.clock), Arc::clone(&woken));
            tokio::spawn(async move {
                loop {
                    clock.sleep(Duration::from_secs(long)).await;
                    woken.lock().unwrap().push((clock.now() - start) / 1_000);
                }
            });
        }
        tokio::task::yield_now().await;
        time.pass(Duration::from_secs(63)).await;
        let mut sevens: Vec<u64> = (1..=9).flat_map(|n| [7 * n, 7 * n]).chain([60]).collect();
        sevens.sort_unstable();
        assert_eq!(*woken.lock().unwrap(), sevens);
        assert_eq!(time.clock.now(), start + 63_000);
    }

    #[tokio::test]
    async fn a_server_that_is_gone_is_not_waited_for() {
        let line = Line::open(drop);
        let why = time().next(&line, "the end").await.unwrap_err();
        assert_eq!(
            why,
            "the server closed the connection while the kit waited for the end"
        );
    }
}
