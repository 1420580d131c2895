//! Handlers that ask by results of their own: with `#[state]`, and with a gate by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod draft;
mod gate;
mod gate_old;
mod odd;
mod stated;
mod stated_old;
mod vault;

const NOVEMBER: &str = "2025-11-25";
