//! A handler whose documentation has its plan. `cargo test` would try to compile the diagram, were it taken for Rust.
// What rmcp's router generates has no documentation.
#![allow(missing_docs)]

use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

/// A reason.
#[derive(Debug, Form)]
pub struct Reason {
    /// Why?
    pub reason: String,
}

/// A server.
#[derive(Debug, Clone, Copy)]
pub struct Documented;

#[tool_router(vis = "pub")]
impl Documented {
    /// Deletes something.
    ///
    /// # Errors
    ///
    /// When the call pauses.
    #[interactive]
    #[tool]
    pub async fn delete(
        &self,
        #[ask("Why?")] reason: Reason,
        #[ask("Sure?")] confirmed: Confirmed<'_>,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(reason.reason)
    }
}
