//! Serving over rmcp.

mod session_guard;
mod wire;

pub use session_guard::{Guarded, GuardedService, SessionGuard};
