//! A fresh store of each kind, and what can be opened on it several times.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use askback::clock::SystemClock;
use askback::ledger::{Limits, MemoryStore, RedisStore, SqliteStore};
use askback::{Askback, Builder};

use crate::server::Server;

/// Where chains are kept.
pub(crate) enum Stores {
    Memory(MemoryStore),
    Sqlite(Folder, Limits),
    Redis(Box<Server>, Limits),
}

pub(crate) struct Folder(PathBuf);

impl Folder {
    #[allow(dead_code, reason = "only where it is shared with another process")]
    pub(crate) fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Each of these functions as a test of its own for each store.
macro_rules! for_every_store {
    ($($room:ident::$test:ident;)*) => {
        mod memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                $crate::$room::$test(&|limits| Some($crate::stores::Stores::memory(limits))).await;
            })*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                $crate::$room::$test(&|limits| Some($crate::stores::Stores::sqlite(limits))).await;
            })*
        }
        mod redis {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                $crate::$room::$test(&$crate::stores::Stores::redis).await;
            })*
        }
    };
}
pub(crate) use for_every_store;

/// Makes a fresh store; none where its program is missing.
pub(crate) type Make = dyn Fn(Limits) -> Option<Stores> + Sync;

impl Stores {
    pub(crate) fn memory(limits: Limits) -> Self {
        Self::Memory(MemoryStore::new(Arc::new(SystemClock), limits))
    }

    pub(crate) fn sqlite(limits: Limits) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let name = format!("askback-ledger-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self::Sqlite(Folder(folder), limits)
    }

    pub(crate) fn redis(limits: Limits) -> Option<Self> {
        let server = Server::start(&["--maxmemory-policy", "noeviction"])?;
        Some(Self::Redis(Box::new(server), limits))
    }

    /// A configuration of one more process that shares it. One in memory is shared within this one.
    pub(crate) async fn builder(&self) -> Builder {
        let builder = Askback::builder().key([7; 32]).audience("ledger tests");
        match self {
            Self::Memory(store) => builder.lifetime("tests").ledger(store.clone()),
            Self::Sqlite(folder, limits) => {
                let file = folder.0.join("ledger");
                builder.ledger(SqliteStore::open(file, Arc::new(SystemClock), *limits).unwrap())
            }
            Self::Redis(server, limits) => {
                builder.ledger(RedisStore::open(&server.url(), *limits).await.unwrap())
            }
        }
    }
}
