//! The store in an SQLite file.

mod file;
mod table;
#[cfg(test)]
pub(super) mod tests;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::runtime::Handle;
use tokio::sync::Mutex;

use super::machine;
use super::{
    Claim, Claimed, Held, Lifetime, Limits, Start, Started, Store, StoreError, Stored, Write,
    Written,
};
use crate::clock::Clock;
use table::Table;

/// How many records that are due a start looks at, whether there is room or not: more than it adds.
const SWEEP: u32 = 16;

/// A store in an SQLite file: chains survive a restart, and all processes of one host that open the file share them.
///
/// Each transition is one transaction (`BEGIN IMMEDIATE`) that is on the disk before it counts: the file is in WAL mode, with
/// `synchronous=FULL`. The file's mode is 0600 from its first byte on; one that others may read is refused. Put it on a local
/// disk: WAL does not work over a network. All processes give the same limits, and go by the host's one clock.
///
/// The file holds hashes of tokens and of principals, when prompts expire, and bodies as they come: what hands them to a store
/// outside the process's memory seals them.
///
/// Its methods have to be awaited on a tokio runtime, which runs the blocking calls elsewhere. Clones are one and the same
/// connection.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::sync::Arc;
///
/// use askback::clock::SystemClock;
/// use askback::ledger::{Limits, SqliteStore};
///
/// # let folder = std::env::temp_dir().join(format!("askback-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let file = folder.join("ledger.sqlite");
/// let store = SqliteStore::open(&file, Arc::new(SystemClock), Limits::default())?;
/// # drop(store);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
    shared: Arc<Shared>,
}

pub(super) struct Shared {
    clock: Arc<dyn Clock>,
    limits: Limits,
}

impl SqliteStore {
    /// Opens the file, and makes it if it is not there. It blocks: open it before serving.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be made or opened, may be read by others, is not a ledger, is one of another version, or
    /// lies where WAL does not work; the text says which.
    pub fn open(
        path: impl AsRef<Path>,
        clock: Arc<dyn Clock>,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        let connection = file::open(path.as_ref())?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            shared: Arc::new(Shared { clock, limits }),
        })
    }

    /// Runs `work` in one transaction, on a thread that may block. It is carried out as a whole, or not at all.
    fn transact<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Table<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Stored<'_, T> {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            let runtime = Handle::try_current().map_err(|error| {
                StoreError::with_source("it has to be asked on a tokio runtime", error)
            })?;
            // Waited for here, so that no thread waits.
            let mut connection = Arc::clone(&self.connection).lock_owned().await;
            let transact = move || {
                let behavior = TransactionBehavior::Immediate;
                let transaction = connection
                    .transaction_with_behavior(behavior)
                    .map_err(StoreError::from)?;
                let done = work(&Table::new(&transaction, &shared))?;
                transaction.commit()?;
                Ok(done)
            };
            match runtime.spawn_blocking(transact).await {
                Ok(done) => done,
                Err(error) => Err(StoreError::with_source(
                    "the thread that asked the file has stopped; try again",
                    error,
                )),
            }
        })
    }
}

/// Shows the limits.
impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("limits", &self.shared.limits)
            .finish_non_exhaustive()
    }
}

impl Store for SqliteStore {
    fn start(&self, start: Start) -> Stored<'_, Started> {
        self.transact(move |table| {
            table.sweep(Some(SWEEP), None)?;
            let lifetime = Some(start.lifetime);
            table.transit(start.key.chain, lifetime, |before, at, room| {
                machine::start(before, &start, at, room)
            })
        })
    }

    fn claim(&self, claim: Claim) -> Stored<'_, Claimed> {
        self.transact(move |table| {
            let chain = claim.key.chain;
            let verdict = table.transit(chain, None, |before, at, _| {
                machine::claim(before, &claim, at)
            })?;
            let (mut state, mut shown) = (None, None);
            if verdict.needs_state() {
                state = table.state(chain)?;
            }
            if let Some(round) = verdict.needs_shown() {
                shown = table.shown(chain, round)?;
            }
            Ok(Claimed {
                verdict,
                state,
                shown,
            })
        })
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        self.transact(move |table| {
            table.transit(write.key.chain, None, |before, at, room| {
                machine::write(before, &write, at, room)
            })
        })
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        self.transact(move |table| table.end(lifetime))
    }

    fn held(&self) -> Stored<'_, Held> {
        self.transact(|table| table.held())
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let what = match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => {
                "other processes keep the file busy; try again"
            }
            Some(rusqlite::ErrorCode::DiskFull) => "the disk is full; make room",
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                "the file is damaged, or no SQLite file; put it aside and start with another one"
            }
            Some(rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::PermissionDenied) => {
                "the file cannot be written; check its owner and its folder's"
            }
            _ => "SQLite could not do it",
        };
        Self::with_source(what, error)
    }
}

type Tx<'a> = Transaction<'a>;
