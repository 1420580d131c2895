//! A scripted person for a server value: calls its tools, prompts and resources, expects its questions, answers them, and
//! attacks it; in either era, without a network, and with time under the test's control.
//!
//! What can be done next is the value you hold: a [`Turn`] is expected to be a question or the end of the call, a [`Question`]
//! is answered, and an answer leads to the next [`Turn`]. Everything that waits is `async` and never panics; what expects is
//! sync and panics at the test's own line, with the question, what was expected, and the exchange so far.
//!
//! No part of this makes a [`Confirmed`](crate::Confirmed): the kit drives the real server over its own wire format.
#![cfg_attr(
    feature = "rmcp",
    allow(
        clippy::panic,
        reason = "a test kit fails by a panic at the test's own line"
    )
)]

pub use crate::clock::ManualClock;
pub use portability::{portability, portability_of};

#[cfg(feature = "rmcp")]
mod attack;
#[cfg(feature = "rmcp")]
mod era;
#[cfg(feature = "rmcp")]
mod exchange;
#[cfg(feature = "rmcp")]
mod failure;
#[cfg(feature = "rmcp")]
pub mod kind;
#[cfg(feature = "rmcp")]
mod line;
#[cfg(feature = "rmcp")]
mod outcome;
#[cfg(feature = "rmcp")]
mod pending;
pub mod portability;
#[cfg(feature = "rmcp")]
mod question;
#[cfg(feature = "rmcp")]
mod setup;
pub mod store;
#[cfg(feature = "rmcp")]
mod tester;
#[cfg(feature = "rmcp")]
mod time;
#[cfg(feature = "rmcp")]
mod turn;

#[cfg(feature = "rmcp")]
pub use {
    attack::Attack, era::Era, outcome::Outcome, outcome::Reported, question::Question,
    tester::Tester, turn::Turn,
};
