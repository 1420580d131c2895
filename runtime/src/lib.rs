//! Handlers that ask back.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod canonical;
pub mod clock;
pub mod form;
pub mod seal;
