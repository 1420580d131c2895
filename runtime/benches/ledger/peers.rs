//! What the stores are compared with: the plainest that keeps as many bytes in the same place.

use rusqlite::{Connection, TransactionBehavior};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use super::chain::{SHOWN, STATE};
use super::places::{Failed, Folder, Server};

/// As many bytes as a prompt has.
fn value() -> Vec<u8> {
    vec![7; STATE + SHOWN]
}

/// A connection of the same kind, with the same settings, as the store's; it is there.
pub(crate) async fn connect(server: &Server) -> Result<ConnectionManager, Failed> {
    let config = ConnectionManagerConfig::new()
        .set_number_of_retries(0)
        .set_response_timeout(None);
    let client = redis::Client::open(server.url())?;
    let mut connection = ConnectionManager::new_lazy_with_config(client, config)?;
    redis::cmd("PING")
        .query_async::<()>(&mut connection)
        .await?;
    Ok(connection)
}

/// `SET` of one key and `GET` of the same: two round trips.
pub(crate) async fn set_and_get(
    mut connection: ConnectionManager,
    keys: Vec<String>,
) -> Result<(), Failed> {
    let value = value();
    for key in keys {
        redis::cmd("SET")
            .arg(&key)
            .arg(&value)
            .query_async::<()>(&mut connection)
            .await?;
        let got: Vec<u8> = redis::cmd("GET")
            .arg(&key)
            .query_async(&mut connection)
            .await?;
        if got != value {
            return Err("GET gave something else than SET was given".into());
        }
    }
    Ok(())
}

/// A table of keys and values, in a file with the store's settings but for `synchronous`.
pub(crate) struct Table {
    connection: Connection,
    rows: u64,
}

impl Table {
    /// In a new file for each round, as the store is.
    pub(crate) fn new(folder: &Folder, synchronous: &str, round: u64) -> Result<Self, Failed> {
        let file = folder.file(&format!("plain-{synchronous}-{round}"));
        let connection = Connection::open(file)?;
        connection.execute_batch(&format!(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous};
             CREATE TABLE plain (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
        ))?;
        Ok(Self {
            connection,
            rows: 0,
        })
    }

    /// Each row in a transaction of its own.
    pub(crate) fn insert(&mut self, rows: u64) -> Result<(), Failed> {
        let value = value();
        for _ in 0..rows {
            self.rows += 1;
            // Spread over the table, as hashes are.
            let key = self
                .rows
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .to_be_bytes()
                .repeat(4);
            let behavior = TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(behavior)?;
            transaction
                .prepare_cached("INSERT INTO plain (key, value) VALUES (?1, ?2)")?
                .execute((key, &value))?;
            transaction.commit()?;
        }
        Ok(())
    }
}
