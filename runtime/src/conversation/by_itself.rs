//! Answers that came sooner than a person could have given them.

use super::exchange::{Conversation, Settlement};

impl Conversation {
    /// Remembers for this pass what the journal says of a question that is settled now.
    pub(super) fn note_by_itself(&mut self, key: &str, settlement: &Settlement) {
        let record = self.journal.questions.get(key);
        if record.is_some_and(|record| record.by_itself) {
            self.by_itself.insert(key.to_owned(), settlement.opens());
        }
    }

    /// Whether the client seems to have answered this question by itself.
    pub(super) fn answered_by_itself(&self, key: &str) -> bool {
        self.by_itself.contains_key(key)
    }

    /// The gates that the client seems to have accepted by itself.
    pub(crate) fn accepted_by_itself(&self) -> Vec<String> {
        let gates = self.by_itself.iter().filter(|(_, opens)| **opens);
        gates.map(|(key, _)| key.clone()).collect()
    }
}
