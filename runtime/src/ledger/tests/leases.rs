//! Leases are renewed, lost, and let go of.

use std::time::Duration;

use super::super::held::LeaseLost;
use super::*;
use crate::clock::Clock;

/// Moves the clock second by second, and lets everybody see each.
async fn pass(clock: &ManualClock, seconds: u64) {
    for _ in 0..seconds {
        clock.advance(Duration::from_secs(1));
        for _ in 0..5 {
            tokio::task::yield_now().await;
        }
    }
}

/// What comes of a body that takes `seconds`.
async fn hold(bench: &Bench, running: &Running, seconds: u64) -> Result<(), LeaseLost> {
    let (clock, long) = (Arc::clone(&bench.clock), Duration::from_secs(seconds));
    let body = bench.clock.sleep(long);
    let time = tokio::spawn(async move { pass(&clock, seconds + 1).await });
    let held = running.renewal().hold(body).await;
    time.abort();
    held
}

#[tokio::test]
async fn a_body_that_takes_long_keeps_its_lease() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    let running = bench.running(&first.token).await;
    assert_eq!(hold(&bench, &running, 2_000).await, Ok(()));
    running.finish().await.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_looked_at_and_a_recovery_keep_theirs() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    let (clock, long) = (Arc::clone(&bench.clock), Duration::from_secs(80));
    let time = tokio::spawn(async move { pass(&clock, 200).await });
    let claimed = bench.claimed(&first.token).await;
    assert_eq!(
        claimed.renewal().hold(bench.clock.sleep(long)).await,
        Ok(())
    );
    let running = claimed.accept(b"answered".to_vec(), RESERVE).await;
    let running = running.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    running.finish().await.unwrap();
    let recovering = bench.recovering(&first.token).await;
    assert_eq!(
        recovering.renewal().hold(bench.clock.sleep(long)).await,
        Ok(())
    );
    recovering.finish().await.unwrap();
    time.abort();
}

#[tokio::test]
async fn without_renewal_the_body_is_dropped_before_the_lease_ends() {
    for trouble in [Trouble::HangsOnRenewal, Trouble::FailsOnRenewal] {
        let bench = Bench::new(trouble, None);
        let first = bench.open().await;
        let running = bench.running(&first.token).await;
        let begun = bench.clock.now();
        assert_eq!(
            hold(&bench, &running, 100).await,
            Err(LeaseLost),
            "{trouble:?}"
        );
        let took = bench.clock.now() - begun;
        assert!((20_000..25_000).contains(&took), "{trouble:?} {took}");
    }
}

#[tokio::test]
async fn a_lease_that_somebody_else_has_is_lost_at_the_next_renewal() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    let running = bench.running(&first.token).await;
    bench.clock.advance(Duration::from_secs(30));
    let recovering = bench.recovering(&first.token).await;
    assert_eq!(hold(&bench, &running, 100).await, Err(LeaseLost));
    let late = running.finish().await;
    assert!(matches!(late, Err(Uncommitted::Lost)), "{late:?}");
    recovering.finish().await.unwrap();
}

#[tokio::test]
async fn whatever_is_dropped_is_let_go_of_at_once() {
    let bench = Bench::new(Trouble::None, None);
    drop(bench.reserved().await);
    assert_eq!(bench.held().await, Held::default());
    let first = bench.open().await;
    drop(bench.claimed(&first.token).await);
    drop(bench.running(&first.token).await);
    drop(bench.recovering(&first.token).await);
    drop(bench.recovering(&first.token).await);
}

#[tokio::test]
async fn a_body_that_panics_lets_go_of_its_chain() {
    let bench = Arc::new(Bench::new(Trouble::None, None));
    let first = bench.open().await;
    let running = bench.running(&first.token).await;
    let body = tokio::spawn(async move {
        running
            .renewal()
            .hold(async { panic!("the body's own") })
            .await
    });
    assert!(body.await.is_err());
    drop(bench.recovering(&first.token).await);
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn what_is_dropped_is_let_go_of_in_a_file_too() {
    let clock = Arc::new(ManualClock::default());
    let folder = crate::ledger::sqlite::tests::Folder::new();
    let store = SqliteStore::open(folder.file(), clock.clone(), Limits::default()).unwrap();
    let bench = Bench {
        ledger: Bench::over(Arc::new(store.clone()), &clock, None),
        ..Bench::new(Trouble::None, None)
    };
    drop(bench.reserved().await);
    while store.held().await.unwrap() != Held::default() {
        tokio::task::yield_now().await;
    }
    // And outside a runtime nothing panics.
    let reserved = bench.reserved().await;
    std::thread::spawn(move || drop(reserved)).join().unwrap();
}
