//! The error of a handler that has none of its own.

use std::error::Error as StdError;
use std::fmt;

/// Any error: `?` takes whatever can be boxed, a [`Pause`](crate::Pause), an `anyhow::Error` and text included.
///
/// What the client gets of it: an `rmcp::ErrorData` goes out as it is, with its code and data. Of anything else the text does,
/// for the model to read: a tool's result with `isError`, elsewhere an error −32603. So no text may hold what the client must
/// not see. A pause is never looked for in it: the conversation itself knows that one is on.
///
/// Like `anyhow::Error` it does not implement [`std::error::Error`] itself, so that everything else can be taken. An
/// `ErrorData` inside an `anyhow::Error` is a text like any other there.
///
/// ```
/// fn rows(text: &str) -> Result<u32, askback::Error> {
///     if text.is_empty() {
///         Err("no number was given")?;
///     }
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(rows("7").ok(), Some(7));
/// let error = rows("").err().map(|error| error.to_string());
/// assert_eq!(error.as_deref(), Some("no number was given"));
/// let error = rows("x").err().unwrap_or_else(|| "none".into());
/// assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
/// ```
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

    /// The error itself, to look at.
    pub(crate) fn as_dyn(&self) -> &(dyn StdError + 'static) {
        &*self.0
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
