//! The file: its mode, its settings, its tables.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::super::StoreError;

/// Says in the file's header that it is a ledger: "askb".
const APPLICATION: i32 = 0x6173_6b62;
/// The version of the tables.
const VERSION: i32 = 1;
/// How long a transaction waits for those of other processes.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often opening waits for other processes that open the same new file, each time 20 ms.
const TRIES: u32 = 250;

const TABLES: &str = "
    CREATE TABLE chains (
        chain BLOB PRIMARY KEY NOT NULL,
        owner BLOB NOT NULL,
        lifetime BLOB NOT NULL,
        counts INTEGER NOT NULL,
        open INTEGER NOT NULL,
        charge INTEGER NOT NULL,
        due INTEGER NOT NULL,
        record BLOB NOT NULL,
        state BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX chains_due ON chains (due);
    CREATE INDEX chains_owned ON chains (owner, counts, charge);
    CREATE INDEX chains_open ON chains (lifetime) WHERE open = 1;
    CREATE TABLE shown (
        chain BLOB NOT NULL,
        round INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (chain, round)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ended (lifetime BLOB PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE totals (
        one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
        chains INTEGER NOT NULL,
        bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO totals (one, chains, bytes) VALUES (1, 0, 0);
";

/// Opens the file, or makes it.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    create(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // SQLite does not wait for others that switch a new file to WAL at the same time.
    for _ in 0..TRIES {
        match set_up(&mut connection) {
            Err(error) if is_busy(&error) => std::thread::sleep(Duration::from_millis(20)),
            done => return done.map(|()| connection),
        }
    }
    set_up(&mut connection)?;
    Ok(connection)
}

fn is_busy(error: &StoreError) -> bool {
    let source = std::error::Error::source(error);
    let source = source.and_then(|source| source.downcast_ref::<rusqlite::Error>());
    source.and_then(rusqlite::Error::sqlite_error_code) == Some(ErrorCode::DatabaseBusy)
}

/// The file is there, and its owner alone may read it, before anything is written. What SQLite puts beside it gets its mode.
fn create(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(cannot_open)?;
    let metadata = file.metadata().map_err(cannot_open)?;
    if !metadata.is_file() {
        return Err(StoreError::new(
            "the path leads to something that is not a file",
        ));
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::mode(&metadata) & 0o077 != 0 {
        return Err(StoreError::new(
            "others may read or write the file; make sure that nobody did, then give it the mode 0600",
        ));
    }
    Ok(())
}

fn cannot_open(error: io::Error) -> StoreError {
    StoreError::with_source(
        "the file cannot be opened or made; check its folder and who may write there",
        error,
    )
}

fn set_up(connection: &mut Connection) -> Result<(), StoreError> {
    // In one transaction: another process may be making the tables.
    let transaction = connection.transaction()?;
    let count = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = transaction.query_row(count, [], |row| row.get(0))?;
    let pragma = |name| transaction.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    let (application, version): (i32, i32) = (pragma("application_id")?, pragma("user_version")?);
    transaction.commit()?;
    match (application, version, tables) {
        (APPLICATION, VERSION, _) | (0, 0, 0) => {}
        (APPLICATION, ..) => {
            return Err(StoreError::new(
                "the file is a ledger of another version; start with another file",
            ));
        }
        _ => {
            return Err(StoreError::new(
                "the file is a database of something else; give the ledger its own",
            ));
        }
    }
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::new(
            "WAL does not work where the file lies; put it on a local disk",
        ));
    }
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;")?;
    if tables == 0 {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have been first.
        let version: i32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version == 0 {
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(&format!(
                "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            ))?;
        }
        transaction.commit()?;
    }
    Ok(())
}
