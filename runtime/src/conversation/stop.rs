//! Why a call ended before its handler did.

use std::fmt;

use super::deliver::Delivered;
use crate::form::FieldErrors;
use crate::question::{Modes, Unaskable, escape_value};

/// The call is paused, or over: the way out of a handler whose question has no answer yet.
///
/// It comes from every method of [`Ask`](crate::Ask); pass it on with `?`. Any error type with `From<Pause>` will do, one that
/// forgets what it was made of too: a pause carries nothing. The runtime keeps what is to happen, and never looks into the
/// handler's error; with `thiserror` a variant does:
///
/// ```
/// #[derive(Debug, thiserror::Error)]
/// enum Error {
///     #[error("the database is away")]
///     Database(#[from] std::io::Error),
///     #[error(transparent)]
///     Pause(#[from] askback::Pause),
/// }
/// ```
///
/// Whoever swallows a pause (with `.ok()`, by a default, in a `select!`) gains nothing: every later method gives the same
/// pause, and unless the handler returns an error, whichever, its result is replaced by the error −32603
/// `swallowed_pause`. The log names the question's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    pub(crate) _private: (),
}

impl fmt::Display for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the call pauses here until the person has answered")
    }
}

impl std::error::Error for Pause {}

impl From<Pause> for String {
    fn from(pause: Pause) -> Self {
        pause.to_string()
    }
}

/// What stands in the way of the handler's end.
pub(crate) enum Stop {
    /// Questions are due.
    Asked(Vec<Delivered>),
    /// A terminal question was declined.
    Declined { key: String, by_itself: bool },
    /// A terminal question was cancelled.
    Cancelled { key: String },
    /// Too many invalid answers to one question.
    Invalid(Vec<(String, FieldErrors)>),
    /// An invalid answer to a prompt that stays as it is.
    Rejected { key: String, errors: FieldErrors },
    /// What a visit was for was not finished, however often it was agreed to.
    Unfinished { key: String },
    /// The client cannot be asked this.
    Unsupported { modes: Modes, methods: Vec<String> },
    /// Too many rounds.
    InteractionLimit { rounds: u32 },
    /// No room for another gate or chain, or somebody else holds it.
    Busy,
    /// The ledger cannot be reached; the cause is for the log.
    Unavailable(String),
    /// A recovery asked for something, or for a confirmation.
    AsksInRecovery,
    /// The token's question was answered otherwise before.
    Conflict,
    /// The token's confirmation was used before.
    AlreadyRan,
    /// The gate was declined too often.
    GateClosed { key: String, seconds: u64 },
    /// A gate cannot be asked on this connection.
    GateUnguarded { key: String, why: &'static str },
    /// A question must not be asked as it came out.
    Unaskable { key: String, why: Unaskable },
    /// A question failed on its way to the client or back.
    LegFailed { key: String, why: LegFailure },
    /// The request was cancelled.
    RequestCancelled,
    /// The handler needs a ledger, and there is none.
    NeedsLedger {
        name: &'static str,
        key: &'static str,
    },
    /// The author's mistake.
    Misuse(String),
    /// The state did not open; the cause is not for the wire.
    BadState,
    /// A retry field has the wrong form.
    BadResponses(&'static str),
    /// What was answered does not fit into the state.
    StateTooLarge,
    /// Something of ours failed; the text is for the log.
    Internal(String),
}

impl Stop {
    /// The keys of the questions that it is about, for the log.
    pub(crate) fn keys(&self) -> Vec<String> {
        match self {
            Self::Asked(questions) => questions.iter().map(|asked| asked.key.clone()).collect(),
            Self::Invalid(questions) => questions.iter().map(|(key, _)| key.clone()).collect(),
            Self::Declined { key, .. }
            | Self::Cancelled { key }
            | Self::Rejected { key, .. }
            | Self::Unfinished { key }
            | Self::GateClosed { key, .. }
            | Self::GateUnguarded { key, .. }
            | Self::LegFailed { key, .. } => vec![key.clone()],
            // A key that is none may be anything.
            Self::Unaskable { key, .. } => vec![escape_value(key)],
            _ => Vec::new(),
        }
    }

    /// What it is, for the log.
    pub(crate) fn cause(&self) -> &str {
        match self {
            Self::Misuse(cause) | Self::Internal(cause) | Self::Unavailable(cause) => cause,
            other => other.name(),
        }
    }

    /// One word for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Asked(_) => "asked",
            Self::Declined {
                by_itself: true, ..
            } => "declined by itself",
            Self::Declined { .. } => "declined",
            Self::Cancelled { .. } => "cancelled",
            Self::Invalid(_) => "invalid",
            Self::Rejected { .. } => "rejected",
            Self::Unavailable(_) => "ledger unavailable",
            Self::AsksInRecovery => "asks in recovery",
            Self::Unfinished { .. } => "unfinished",
            Self::Unsupported { .. } => "unsupported",
            Self::InteractionLimit { .. } => "interaction_limit",
            Self::Busy => "busy",
            Self::Conflict => "conflict",
            Self::AlreadyRan => "already_ran",
            Self::GateClosed { .. } => "gate closed",
            Self::GateUnguarded { .. } => "gate unguarded",
            Self::Unaskable { .. } => "unaskable",
            Self::LegFailed { .. } => "leg failed",
            Self::RequestCancelled => "request cancelled",
            Self::NeedsLedger { .. } => "needs a ledger",
            Self::Misuse(_) => "misuse",
            Self::BadState => "bad state",
            Self::BadResponses(_) => "bad responses",
            Self::StateTooLarge => "state too large",
            Self::Internal(_) => "internal",
        }
    }
}

/// Why a connection cannot carry a question, and what can.
pub(crate) const NO_BACK_CHANNEL: &str = "this connection has no way to ask, since HTTP without a session has no back \
                                          channel; it takes a server that keeps sessions, or a client of MCP 2026-07-28";

/// How a question in the handshake era failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "rmcp"),
    allow(dead_code, reason = "only a connection that can be asked back fails")
)]
pub(crate) enum LegFailure {
    /// The client answered with an error.
    Refused,
    /// Nobody answered, for as many seconds as one question waits.
    Timeout { seconds: u64 },
    /// The same, and the client did not answer pings either.
    Unheard { seconds: u64 },
    /// The questions of the call have waited as many seconds as they may in all.
    TimeIsUp { seconds: u64 },
    /// The connection cannot carry a question.
    NoBackChannel,
    /// Too many questions are waiting already.
    Crowded,
    /// The connection is gone.
    Closed,
    /// The answer is larger than an answer may be.
    TooLarge,
    /// The question does not fit what the connection carries; the log says why.
    Unsendable,
}

impl fmt::Display for LegFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused => "the client answered it with an error",
            Self::Timeout { seconds } => {
                return write!(f, "nobody answered it within {seconds} s, which is how long a question waits");
            }
            Self::Unheard { seconds } => {
                return write!(
                    f,
                    "nobody answered it within {seconds} s, which is how long a question waits, and the client answered no ping \
                     meanwhile; a proxy on the way may hold back event streams"
                );
            }
            Self::TimeIsUp { seconds } => {
                return write!(
                    f,
                    "the questions of one call wait {seconds} s in all, and those were over before it was answered"
                );
            }
            Self::NoBackChannel => NO_BACK_CHANNEL,
            Self::Crowded => "too many questions are waiting for an answer already; answer those first, or call again later",
            Self::Closed => "the connection ended before it was answered",
            Self::TooLarge => "the answer was larger than 64 KiB",
            Self::Unsendable => "it cannot be sent to this client",
        })
    }
}
