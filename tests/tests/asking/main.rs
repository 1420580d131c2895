//! Asking as the body goes, end to end, in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod careless;
mod factory;
mod log;
mod lose;
mod plugins;
mod poison;
mod progress;
mod rounds;
mod schema;
mod secrets;
mod twice;
mod words;

const NOVEMBER: &str = "2025-11-25";
