//! Handlers that ask by results of their own: with `#[state]`, and with a gate by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod draft;
mod stated;
mod stated_old;

const NOVEMBER: &str = "2025-11-25";
