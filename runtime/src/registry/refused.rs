//! What an operation's own error says to the registry, where it is not the author's.

/// Why a call ends that the operation's body had no part in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The arguments are not what the operation takes.
    #[error("{0}")]
    Arguments(String),
    /// What the operation gave is no outcome.
    #[error("{0}")]
    Outcome(String),
}
