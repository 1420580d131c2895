//! What an interactive handler may return.

use super::stop::Pause;

/// A handler's return type: a `Result` whose error can be made from a [`Pause`].
///
/// How the error is told: `rmcp::ErrorData` as it is; of a tool, whatever implements rmcp's `IntoCallToolResult` as that has it;
/// anything else that can be boxed as an error by its text.
#[diagnostic::on_unimplemented(
    message = "a handler that asks back cannot return `{Self}`",
    label = "not a `Result` whose error implements `From<askback::Pause>`",
    note = "return `Result<_, E>`, where `E` is `askback::Error`, `String`, `rmcp::ErrorData` on a server, or your own type with \
            `From<askback::Pause>` (with thiserror: a variant `#[error(transparent)] Pause(#[from] askback::Pause)`)"
)]
pub trait Return: Sized {
    /// What the handler gives when it succeeds.
    type Value;
    /// Its error.
    type Failure;

    /// Passes a pause on.
    fn pause(pause: Pause) -> Self;

    /// As a plain `Result`.
    ///
    /// # Errors
    ///
    /// The handler's own.
    fn into_result(self) -> Result<Self::Value, Self::Failure>;
}

#[diagnostic::do_not_recommend]
impl<T, E: From<Pause>> Return for Result<T, E> {
    type Value = T;
    type Failure = E;

    fn pause(pause: Pause) -> Self {
        Err(pause.into())
    }

    fn into_result(self) -> Self {
        self
    }
}
