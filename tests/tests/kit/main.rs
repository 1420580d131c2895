//! The test kit: what it drives, how it attacks, and that it fails when it has to.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod failures;
mod guide;
mod hints;
mod office;
mod readme;
mod script;
mod time;
