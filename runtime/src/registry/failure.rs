//! Why a call failed.

use std::error::Error as StdError;
use std::fmt;

use crate::conversation::Effects;
use crate::error::Error;
use crate::form::FieldErrors;

/// What kind of failure it is: what a host can go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureCode {
    /// The operation needs the person, and the host did not say that it can ask them ([`Call::modes`](super::Call::modes)):
    /// send them to the application's own interface. Nothing was asked.
    ConfirmationRequired,
    /// Somebody else holds the call, or there is no room: try again later.
    Busy,
    /// The question was answered before, otherwise: an answer is never replaced.
    Conflict,
    /// The operation has asked as often as it may.
    InteractionLimit,
    /// The answer does not fit the question; [`Failure::errors`] says what is wrong. While [`Failure::is_open`] says so, the
    /// same question can be answered again.
    InvalidAnswer,
    /// The continuation is not of this call and this caller, or not any more, or there is none. One text for all of it.
    InvalidContinuation,
    /// The answer was accepted before. Whether the operation finished is not known here: look it up, under the key that
    /// [`Failure::idempotency_key`] gives.
    AlreadyRan,
    /// What the operation gave, or asked, is none that it may give or ask.
    InvalidOutcome,
    /// There is no such operation, or it needs what this registry does not have.
    Unsupported,
    /// Something went wrong on this side.
    Internal,
    /// The operation's own error, or a panic of it.
    Failed,
    /// The person said no, and the call ended there; or had said it so often that the question was not asked. Do not call again
    /// by yourself.
    Declined,
    /// The person closed the question without an answer, and the call ended there.
    Cancelled,
    /// The arguments are not what the operation takes.
    InvalidArguments,
}

impl FailureCode {
    /// The code as text: `confirmation_required`, `busy`, …
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConfirmationRequired => "confirmation_required",
            Self::Busy => "busy",
            Self::Conflict => "conflict",
            Self::InteractionLimit => "interaction_limit",
            Self::InvalidAnswer => "invalid_answer",
            Self::InvalidContinuation => "invalid_continuation",
            Self::AlreadyRan => "already_ran",
            Self::InvalidOutcome => "invalid_outcome",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
            Self::Failed => "failed",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::InvalidArguments => "invalid_arguments",
        }
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a call failed: its code, and in a sentence what happened and what to do.
///
/// Displayed, it is `code: sentence`. The sentence quotes no value; that of the operation's own error
/// ([`FailureCode::Failed`]) is the operation's, and says what that says. `Debug` shows the code alone.
pub struct Failure(Box<Told>);

/// Boxed, so that an outcome stays small.
struct Told {
    code: FailureCode,
    text: String,
    key: Option<String>,
    errors: FieldErrors,
    open: bool,
    error: Option<Error>,
    effects: Option<Effects>,
}

impl Failure {
    pub(super) fn new(code: FailureCode, text: impl Into<String>) -> Self {
        Self(Box::new(Told {
            code,
            text: text.into(),
            key: None,
            errors: FieldErrors::default(),
            open: false,
            error: None,
            effects: None,
        }))
    }

    /// The operation's own error.
    pub(super) fn own(error: Error) -> Self {
        let mut failure = Self::new(FailureCode::Failed, error.to_string());
        failure.0.error = Some(error);
        failure
    }

    /// The question that it is about.
    pub(super) fn of_question(mut self, key: String) -> Self {
        self.0.key = Some(key);
        self
    }

    /// What is wrong with the answer.
    pub(super) fn with_errors(mut self, errors: FieldErrors) -> Self {
        self.0.errors = errors;
        self
    }

    /// The question can be answered again.
    pub(super) fn open(mut self) -> Self {
        self.0.open = true;
        self
    }

    /// The effects that the call may have had.
    pub(super) fn with_effects(mut self, effects: Option<Effects>) -> Self {
        self.0.effects = effects;
        self
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn code(&self) -> FailureCode {
        self.0.code
    }

    /// The sentence without the code: what happened, and what to do.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.text
    }

    /// The key of the question that it is about, if it is about one.
    #[must_use]
    pub fn question(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    /// What is wrong with the answer, field by field; empty unless the code is [`FailureCode::InvalidAnswer`], and where the
    /// answer as a whole was none.
    #[must_use]
    pub fn errors(&self) -> &FieldErrors {
        &self.0.errors
    }

    /// The key that [`Ask::idempotency_key`](crate::Ask::idempotency_key) gave the operation under this name, by which what
    /// became of the call can be looked up.
    ///
    /// `None` without a ledger, where a key covers the answers above it and so has to be the operation's to tell; and for what
    /// failed before the operation was called.
    #[must_use]
    pub fn idempotency_key(&self, name: impl AsRef<str>) -> Option<String> {
        let effects = self.0.effects.as_ref()?;
        Some(effects.key(name.as_ref()))
    }

    /// Whether the person has refused: they declined the question, or closed it.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        matches!(self.0.code, FailureCode::Declined | FailureCode::Cancelled)
    }

    /// Whether the question that was answered is open still: the same continuation takes another answer.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.open
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code, self.0.text)
    }
}

/// Shows the code, and which question it is about.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("code", &self.0.code)
            .field("question", &self.0.key)
            .finish_non_exhaustive()
    }
}

/// The source is the operation's own error, for the host's eyes: it can be downcast to what it is.
impl StdError for Failure {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let error = self.0.error.as_ref()?;
        Some(error.as_dyn())
    }
}
