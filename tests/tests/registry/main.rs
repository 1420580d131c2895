//! Operations called by a host that is no MCP server, end to end; and a registry served over MCP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod codes;
mod declared;
mod desk;
mod lost;
mod operations;
mod outcomes;
mod progress;
mod raw;
mod recovery;
mod replays;
mod resumed;
mod rules;
mod schema;
mod secret;
mod served;
