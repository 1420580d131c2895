//! The error of a handler that has none of its own.

use std::error::Error as StdError;
use std::fmt;

/// Any error: `?` takes whatever can be boxed, `anyhow::Error` and text included.
///
/// Like `anyhow::Error` it does not implement [`std::error::Error`] itself, so that everything else can be taken.
pub struct Error(Box<dyn StdError + Send + Sync>);

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for Error {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl Error {
    /// The error itself.
    #[must_use]
    pub fn into_inner(self) -> Box<dyn StdError + Send + Sync> {
        self.0
    }

    /// The error, if it is an `E`.
    #[must_use]
    pub fn downcast_ref<E: StdError + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
