//! How a chain goes on.

use askback::ledger::Transition;

use super::chain::{Chain, Event, SHOWN, STATE, body};

impl Chain {
    fn accept(self) -> Event {
        let transition = Transition::Accept {
            state: body(STATE + 100, self.number),
            reserve: (STATE + SHOWN) as u64,
        };
        self.write(2, transition)
    }

    /// A handler that had no result, and asked nothing: the chain is gone.
    pub(crate) fn fail(self) -> Event {
        self.write(1, Transition::Fail)
    }

    /// Begin and commit, answered and over: five transitions.
    pub(crate) fn whole(self) -> Vec<Event> {
        let finish = self.write(2, Transition::Finish);
        vec![
            self.start(),
            self.prompt(),
            self.claim(),
            self.accept(),
            finish,
        ]
    }
}
