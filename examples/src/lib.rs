//! What the examples share: a client with a person at the terminal, a person who answers from a
//! script, and a line on the terminal for each leg on the wire.
//!
//! A server, the name of one of its tools and the tool's arguments are all that an example has to
//! give to [`run`]. Server and client are real ones of `rmcp`; they talk over a pipe in memory.
//!
//! ```no_run
//! # async fn example(server: impl rmcp::ServerHandler) -> anyhow::Result<()> {
//! use askback_examples::{Script, run};
//! use serde_json::json;
//!
//! let script = Script::new()
//!     .form("details", json!({ "reason": "the table was migrated" }))
//!     .yes("confirmed");
//! run(server, "delete_rows", json!({ "table": "users" }), script).await
//! # }
//! ```

mod browser;
mod choice;
mod client;
mod continuation;
mod db;
mod example;
mod exchange;
mod field;
mod limits;
mod options;
mod part;
mod person;
mod question;
mod read;
mod script;
mod scripted;
mod terminal;
mod wire;

pub use browser::Browser;
pub use choice::Choice;
pub use continuation::Continuation;
pub use db::{Db, NoSuchTable};
pub use example::{Example, run};
pub use exchange::exchange;
pub use field::{Field, Input};
pub use options::{Era, Mode, Options};
pub use person::{Person, Reply};
pub use question::{Ask, Question};
pub use script::{Pace, Refusal, Script};
pub use scripted::Scripted;
pub use terminal::Terminal;
pub use wire::Wire;
