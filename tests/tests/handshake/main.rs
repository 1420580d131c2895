//! Conversations with clients of the handshake era.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod answers;
mod declared;
mod desk;
mod http;
mod old;
mod real;
mod session;
mod waiting;

use askback_tests::peer;

const NOVEMBER: &str = "2025-11-25";
const JUNE: &str = "2025-06-18";
