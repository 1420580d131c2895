//! The rules that every store keeps.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use askback::ledger::{Limits, StoreError, Stored};
use askback::testing::ManualClock;
use askback::testing::store::{Factory, Fresh, check, rules};

use crate::chain::options;
use crate::server::{Server, server};

/// A namespace for each store.
struct Redis {
    server: Server,
    moves: bool,
    shards: usize,
    count: AtomicU32,
}

impl Redis {
    fn new(server: Server) -> Self {
        Self {
            server,
            moves: false,
            shards: 1,
            count: AtomicU32::new(0),
        }
    }
}

impl Factory for Redis {
    fn fresh(&self, limits: Limits) -> Stored<'_, Fresh> {
        Box::pin(async move {
            let number = self.count.fetch_add(1, Ordering::SeqCst);
            // Few chains cannot be shared out.
            let shards = match limits == Limits::default() {
                true => self.shards,
                false => 1,
            };
            let options = options(&self.server)
                .limits(limits)
                .namespace(&format!("suite:{number}"))
                .shards(shards);
            let opened = |error| StoreError::with_source("it was not opened", error);
            if self.moves {
                let clock = Arc::new(ManualClock::default());
                let store = options.clock(clock.clone()).open().await.map_err(opened)?;
                Ok(Fresh::new(Arc::new(store)).with_time(clock))
            } else {
                let store = options.open().await.map_err(opened)?;
                Ok(Fresh::new(Arc::new(store)))
            }
        })
    }
}

#[tokio::test]
async fn redis_keeps_every_rule() {
    let redis = Redis {
        moves: true,
        ..Redis::new(server!())
    };
    let report = check(&redis).await;
    assert_eq!(report.left_out(), [""; 0]);
    assert_eq!(report.kept().len() + report.broken().len(), rules().len());
    report.unwrap();
}

#[tokio::test]
async fn redis_keeps_every_rule_in_many_shards() {
    let redis = Redis {
        moves: true,
        shards: 7,
        ..Redis::new(server!())
    };
    let report = check(&redis).await;
    assert_eq!(report.left_out(), [""; 0]);
    report.unwrap();
}

/// All that do not want time to be moved.
#[tokio::test]
async fn redis_keeps_the_rules_by_its_own_time() {
    let report = check(&Redis::new(server!())).await;
    assert!(report.kept().len() >= 40);
    report.unwrap();
}
