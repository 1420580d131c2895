//! Conversations with clients of the handshake era.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod alive;
mod answers;
mod bounds;
mod clerk;
mod declared;
mod desk;
mod http;
mod legs;
mod old;
mod real;
mod session;
mod sessionless;
mod site;
mod stranger;
mod told;
mod twice;
mod visiting;
mod waiting;

use askback_tests::peer;

const NOVEMBER: &str = "2025-11-25";
const JUNE: &str = "2025-06-18";
