//! Serving over rmcp.

mod session_guard;

pub use session_guard::{Guarded, GuardedService, SessionGuard};
