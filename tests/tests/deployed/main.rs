//! HTTP as it is deployed: JSON and event streams, sessions or none, several replicas, proxies, clients that disconnect.
//!
//! Whatever waits is bounded in time and says what it waited for. Where `redis-server` is missing its tests say so and pass,
//! unless `ASKBACK_REQUIRE_ALL=1`: then they fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buffered;
mod cut;
mod kept;
mod processes;
mod proxy;
mod real;
mod replicas;
mod rotated;
mod shapes;
mod shop;
mod streams;
mod talk;

#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the tests of the store itself use more of it"
)]
#[path = "../redis/server.rs"]
mod server;
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the tests of the ledger use more of it"
)]
#[path = "../ledger/stores.rs"]
mod stores;

use std::future::Future;
use std::time::Duration;

/// For how long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits, and says for what when it takes too long.
async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} for {what}"),
    }
}
