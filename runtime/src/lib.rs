//! Handlers that ask back.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod canonical;
pub mod clock;
pub mod form;
#[cfg(feature = "rmcp")]
pub mod rmcp;
pub mod seal;

pub use seal::Principal;
