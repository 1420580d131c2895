//! `#[operation]`, with its documentation.

/// Makes a function an operation.
pub use askback_macros::operation;
