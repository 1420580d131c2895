//! The rules that every store keeps.

use std::sync::Arc;

use super::super::MemoryStore;
use crate::clock::ManualClock;
use crate::ledger::{Limits, Stored};
use crate::testing::store::{Factory, Fresh, check, rules};

struct Memory {
    moves: bool,
}

impl Factory for Memory {
    fn fresh(&self, limits: Limits) -> Stored<'_, Fresh> {
        Box::pin(async move {
            let clock = Arc::new(ManualClock::default());
            let store = Arc::new(MemoryStore::new(clock.clone(), limits));
            let fresh = Fresh::new(store);
            Ok(if self.moves {
                fresh.with_time(clock)
            } else {
                fresh
            })
        })
    }
}

#[tokio::test]
async fn memory_keeps_every_rule() {
    let report = check(&Memory { moves: true }).await;
    assert_eq!(report.left_out(), [""; 0]);
    assert_eq!(report.kept().len() + report.broken().len(), rules().len());
    assert!(rules().len() >= 40);
    report.unwrap();
}

#[tokio::test]
async fn rules_about_time_are_left_out_where_time_cannot_be_moved() {
    let report = check(&Memory { moves: false }).await;
    assert!(!report.left_out().is_empty());
    report.unwrap();
}
