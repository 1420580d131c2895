//! The rounds that signatures are planned into: as data, in the documentation, and as they go out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod data;
mod names;
mod rounds;
mod shapes;
mod steps;
mod walk;
