//! What a call comes to.

use std::fmt;

use serde_json::Value;

use super::{Failure, Pending};

/// What a call comes to.
#[must_use = "a call that is pending waits for the person, and one that failed says why"]
pub enum Outcome<S: ?Sized> {
    /// The operation has finished with this.
    Finished(Value),
    /// A question has to be put to the person.
    Pending(Pending<S>),
    /// The call is over, or cannot go on like this.
    Failed(Failure),
}

impl<S: ?Sized> Outcome<S> {
    /// What the operation has finished with, if it has.
    #[must_use]
    pub fn finished(self) -> Option<Value> {
        match self {
            Self::Finished(value) => Some(value),
            Self::Pending(_) | Self::Failed(_) => None,
        }
    }

    /// The question, if there is one.
    #[must_use]
    pub fn pending(self) -> Option<Pending<S>> {
        match self {
            Self::Pending(pending) => Some(pending),
            Self::Finished(_) | Self::Failed(_) => None,
        }
    }

    /// Why the call failed, if it has.
    #[must_use]
    pub fn failed(self) -> Option<Failure> {
        match self {
            Self::Failed(failure) => Some(failure),
            Self::Finished(_) | Self::Pending(_) => None,
        }
    }
}

/// Shows no value.
impl<S: ?Sized> fmt::Debug for Outcome<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished(_) => f.write_str("Finished(..)"),
            Self::Pending(pending) => f.debug_tuple("Pending").field(pending).finish(),
            Self::Failed(failure) => f.debug_tuple("Failed").field(failure).finish(),
        }
    }
}
