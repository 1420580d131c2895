//! The rules that every store keeps.

use std::sync::Arc;

use super::super::SqliteStore;
use super::Folder;
use crate::clock::ManualClock;
use crate::ledger::{Limits, Stored};
use crate::testing::store::{Factory, Fresh, check};

struct Sqlite;

impl Factory for Sqlite {
    fn fresh(&self, limits: Limits) -> Stored<'_, Fresh> {
        Box::pin(async move {
            let folder = Folder::new();
            let clock = Arc::new(ManualClock::default());
            let store = SqliteStore::open(folder.file(), clock.clone(), limits)?;
            Ok(Fresh::new(Arc::new(store)).with_time(clock).keeping(folder))
        })
    }
}

#[tokio::test]
async fn sqlite_keeps_every_rule() {
    let report = check(&Sqlite).await;
    assert_eq!(report.left_out(), [""; 0]);
    report.unwrap();
}
