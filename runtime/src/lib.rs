//! Handlers that ask back.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod canonical;
pub mod clock;
pub mod form;
pub mod seal;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "macros")]
pub use askback_macros::{Choice, Field, Form};
pub use form::{Choice, Field, Form};
