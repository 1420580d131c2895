//! A scripted person for a server value: calls its tools, prompts and resources, expects its questions, answers them, and
//! attacks it; in either era, without a network, and with time under the test's control.
//!
//! ```
//! use askback::testing::{Era, Tester};
//! use askback::{Confirmed, Form, interactive};
//! use rmcp::{ServerHandler, tool, tool_handler, tool_router};
//! use serde_json::json;
//!
//! #[derive(Form)]
//! struct Reason {
//!     #[form(length = 3..)]
//!     reason: String,
//! }
//!
//! struct Admin;
//!
//! #[tool_router]
//! impl Admin {
//!     #[interactive]
//!     #[tool]
//!     async fn purge(
//!         &self,
//!         #[ask("Why does everything go?")] details: Reason,
//!         #[ask("Delete everything?")] confirmed: Confirmed,
//!     ) -> Result<String, askback::Error> {
//!         drop(confirmed);
//!         Ok(format!("deleted: {}", details.reason))
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Admin {}
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! for era in Era::ALL {
//!     let person = Tester::new(Admin).era(era);
//!     let done = person.call("purge", json!({})).await
//!         .expect_form("details").shows("Why").answer(json!({ "reason": "moved" })).await
//!         .expect_gate("confirmed").shows("Delete everything?").accept().await
//!         .finish();
//!     assert_eq!(done.text(), "deleted: moved");
//! }
//! # }
//! ```
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

#[cfg(feature = "rmcp")]
mod attack;
#[cfg(feature = "rmcp")]
mod era;
#[cfg(feature = "rmcp")]
mod exchange;
#[cfg(feature = "rmcp")]
mod failure;
#[cfg(feature = "rmcp")]
mod line;
#[cfg(feature = "rmcp")]
mod outcome;
#[cfg(feature = "rmcp")]
mod pending;
#[cfg(feature = "rmcp")]
mod question;
#[cfg(feature = "rmcp")]
mod tester;
#[cfg(feature = "rmcp")]
mod time;
#[cfg(feature = "rmcp")]
mod turn;

#[cfg(feature = "rmcp")]
pub use {
    attack::Attack,
    era::Era,
    outcome::Outcome,
    question::{Question, kind},
    tester::Tester,
    turn::Turn,
};
