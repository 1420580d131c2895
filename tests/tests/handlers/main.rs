//! Handlers as authors want to write them, served to a real client over a pipe, in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod admin;
mod calendar;
mod check;
mod deploy;
mod incident;
mod masking;
mod person;
mod purge;
mod talk;
mod ticket;
mod travel;
