//! A few tables in memory, for the examples that delete from them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use askback::Confirmed;
use serde::Serialize;

/// Tables and how many rows each has. Only a confirmation gets rows deleted. Clones are the same tables.
#[derive(Debug, Clone)]
pub struct Db {
    tables: Arc<Mutex<BTreeMap<String, u64>>>,
}

/// There is no table of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchTable;

impl fmt::Display for NoSuchTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such table; `list_tables` names those that there are")
    }
}

impl std::error::Error for NoSuchTable {}

impl Default for Db {
    /// `users` with 5 rows, `orders` with 12, `audit` with none.
    fn default() -> Self {
        let tables = [("users", 5), ("orders", 12), ("audit", 0)];
        Self {
            tables: Arc::new(Mutex::new(
                tables.map(|(name, rows)| (name.to_owned(), rows)).into(),
            )),
        }
    }
}

impl Db {
    /// The tables' names.
    pub fn tables(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// How many rows a table has.
    ///
    /// # Errors
    ///
    /// [`NoSuchTable`].
    pub async fn count(&self, table: &str) -> Result<u64, NoSuchTable> {
        self.lock().get(table).copied().ok_or(NoSuchTable)
    }

    /// Deletes every row, and writes `details` to the audit log: standard error, one line of JSON.
    ///
    /// # Errors
    ///
    /// [`NoSuchTable`], and details that cannot be written as JSON; then nothing is deleted.
    pub async fn truncate(
        &self,
        table: &str,
        details: impl Serialize,
        _confirmed: Confirmed<'_>,
    ) -> Result<(), askback::Error> {
        let details = serde_json::to_string(&details)?;
        let mut tables = self.lock();
        let rows = tables.get_mut(table).ok_or(NoSuchTable)?;
        eprintln!("audit: {rows} rows of {table:?} deleted: {details}");
        *rows = 0;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, u64>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
