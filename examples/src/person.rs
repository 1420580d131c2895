//! Who answers.

use serde_json::{Map, Value};

use crate::question::Question;

/// Who answers the questions of a server. May block: it is never called on the async runtime's
/// own threads.
pub trait Person: Send + 'static {
    /// The answer to one question.
    ///
    /// # Errors
    ///
    /// Why there is none: no answer in the script, no terminal any more, or the person left. The call is given up.
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply>;
}

/// An answer, one of the three that the protocol has.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Accepted, with the values of a form; a visit has none.
    Accept(Option<Map<String, Value>>),
    /// Declined.
    Decline,
    /// Dismissed without a choice.
    Cancel,
}
