//! Servers whose own results ask, with nothing of this crate in them but the wrapper.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod handshake;
mod http;
mod legs;
mod modern;
mod plain;
mod same;

const NOVEMBER: &str = "2025-11-25";
const JUNE: &str = "2025-06-18";
