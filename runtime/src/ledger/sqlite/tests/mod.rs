//! The store in a file: the suite, the file itself, and processes that die.

mod child;
#[cfg(unix)]
mod file;
mod processes;
#[cfg(feature = "testing")]
mod suite;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::SqliteStore;
use crate::clock::ManualClock;
use crate::ledger::{ChainKey, Limits, Store, StoreError, Transition, Write, Written};

/// The store in `file`, for tests in this process and in others: all of them see one time.
pub(super) fn open(file: &Path) -> Result<(Arc<ManualClock>, SqliteStore), StoreError> {
    let clock = Arc::new(ManualClock::default());
    let limits = Limits {
        chains_per_owner: 1_000_000,
        ..Limits::default()
    };
    let store = SqliteStore::open(file, clock.clone(), limits)?;
    Ok((clock, store))
}

pub(super) async fn put(
    store: &SqliteStore,
    key: ChainKey,
    fence: u64,
    transition: Transition,
) -> Written {
    let write = Write {
        key,
        fence,
        transition,
    };
    store.write(write).await.unwrap()
}

/// A folder of its own, gone when it is dropped.
pub(in crate::ledger) struct Folder(PathBuf);

impl Folder {
    pub(in crate::ledger) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("askback-ledger-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    pub(in crate::ledger) fn file(&self) -> PathBuf {
        self.0.join("ledger.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
