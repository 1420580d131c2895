//! Attempts to run the effect of a destructive tool without one accept, by the caller's own client, of exactly this
//! question, or twice for one. Each looks at the counter behind the effect.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod gate;
mod http;
mod replay;
mod state;
mod strings;
mod vault;
