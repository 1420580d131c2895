//! Handlers that ask back.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod canonical;
pub mod clock;
pub mod form;
pub mod question;
pub mod seal;

mod answer;
mod askback;
mod continuation;
mod conversation;
mod error;

/// TODO-DOC
#[cfg(feature = "macros")]
pub use askback_macros::interactive;

pub use answer::Answer;
pub use askback::{Askback, Builder, ConfigError};
#[cfg(feature = "macros")]
pub use askback_macros::{Choice, Field, Form};
pub use conversation::{
    AnyGate, Ask, AskAll, AskOne, Asked, Asking, AskingInput, Confirmed, Consent, Gate, Handler,
    Item, Optional, Parts, Pause, QuestionKind, Return, What, form, input,
};
pub use error::Error;
pub use form::{Choice, Field, Form};
pub use question::{InputRequest, Message, Mode, Modes};
pub use seal::Principal;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "rmcp")]
pub mod rmcp;
