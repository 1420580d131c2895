//! What went wrong with reporting progress.

/// Faults that are kept.
const KEPT: usize = 16;

/// Why an update was not delivered, or not received. It never changes what becomes of the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgressFault {
    /// `completed` is no finite number.
    #[error("`completed` is not a finite number")]
    NotFinite,
    /// `completed` is below zero.
    #[error("`completed` is negative")]
    Negative,
    /// `completed` is less than it was before.
    #[error(
        "`completed` is less than it was before; report what is done in all, not what was added"
    )]
    Decreasing,
    /// `total` is no finite number.
    #[error("`total` is not a finite number; give `None` where it is not known")]
    TotalNotFinite,
    /// `total` is less than `completed`.
    #[error("`total` is less than `completed`; give `None` where it is not known")]
    TotalTooSmall,
    /// The message has more than 1,024 bytes.
    #[error("the message is longer than 1024 bytes")]
    MessageTooLong,
    /// The connection did not take the update.
    #[error("the update was not delivered: {0}")]
    Undelivered(String),
    /// What took the update panicked.
    #[error("what took the update panicked")]
    Panicked,
}

/// The first faults of a call.
#[derive(Default)]
pub(super) struct Faults(Vec<ProgressFault>);

impl Faults {
    pub(super) fn add(&mut self, fault: ProgressFault) {
        if self.0.len() < KEPT {
            tracing::debug!(%fault, "an update of progress was lost");
            self.0.push(fault);
        }
    }

    pub(super) fn list(&self) -> Vec<ProgressFault> {
        self.0.clone()
    }
}
