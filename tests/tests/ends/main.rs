//! How calls end: declined, cancelled, unavailable, answered by the client itself, closed for a while. Each of them is told from
//! the others, by every kind of handler, in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clerk;
mod closed;
mod covers;
mod panics;
mod person;
mod told;
