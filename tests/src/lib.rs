//! Raw clients that the end-to-end tests share: one of each era in memory, and one over HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::{Value, json};

pub mod documented;
mod line;
pub mod peer;
pub mod web;
pub mod wire;

/// An accept with this content.
#[must_use]
pub fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}
