//! The ledger in Redis, against a real `redis-server`.
//!
//! Each test starts its own, on a free port of 127.0.0.1 with a folder of its own. Where the program is missing the tests say so
//! and pass, unless `ASKBACK_REQUIRE_ALL=1`: then they fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chain;
mod dice;
mod equal;
mod lost;
mod model;
mod once;
mod refused;
mod replicas;
mod server;
mod suite;
mod sweep;
mod trips;
