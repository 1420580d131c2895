//! Which session is whose.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderValue;

use crate::clock::Clock;
use crate::seal::Principal;

/// Whose a session is, seen from a caller.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Caller,
    Other,
    Nobody,
}

/// The sessions that are remembered, and their owners.
pub(super) struct Pins {
    state: Mutex<State>,
    clock: Arc<dyn Clock>,
    idle: Duration,
    limit: usize,
}

#[derive(Default)]
struct State {
    sessions: HashMap<HeaderValue, Pin>,
    /// By last use; the second number makes it unique.
    order: BTreeMap<Use, HeaderValue>,
    uses: u64,
    /// The latest time seen: a clock that is set back makes nothing younger.
    latest: u64,
}

type Use = (u64, u64);

struct Pin {
    principal: Principal,
    used: Use,
}

impl Pins {
    pub(super) fn new(clock: Arc<dyn Clock>, idle: Duration, limit: usize) -> Self {
        Self {
            state: Mutex::default(),
            clock,
            idle,
            limit,
        }
    }

    pub(super) fn with_idle(&self, idle: Duration) -> Self {
        Self::new(Arc::clone(&self.clock), idle, self.limit)
    }

    pub(super) fn with_clock(&self, clock: Arc<dyn Clock>) -> Self {
        Self::new(clock, self.idle, self.limit)
    }

    /// Whose `session` is. That its owner asks is a use of it; that others ask is not.
    pub(super) fn owner(&self, session: &HeaderValue, caller: &Principal) -> Owner {
        let mut state = self.current();
        match state.sessions.get(session) {
            None => Owner::Nobody,
            Some(pin) if pin.principal != *caller => Owner::Other,
            Some(_) => {
                state.record(session, caller);
                Owner::Caller
            }
        }
    }

    /// Gives `session` to `owner`, unless somebody else has it: then `false`.
    pub(super) fn pin(&self, session: &HeaderValue, owner: &Principal) -> bool {
        let mut state = self.current();
        let before = state.sessions.get(session);
        if before.is_some_and(|pin| pin.principal != *owner) {
            return false;
        }
        if before.is_none() && state.sessions.len() >= self.limit {
            state.forget_oldest();
        }
        state.record(session, owner);
        true
    }

    pub(super) fn forget(&self, session: &HeaderValue) {
        let mut state = self.current();
        if let Some(pin) = state.sessions.remove(session) {
            state.order.remove(&pin.used);
        }
    }

    /// The state as of now, without what was idle for too long.
    fn current(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics halfway through a change.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.latest = state.latest.max(self.clock.now());
        let idle = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        while let Some(((used, _), _)) = state.order.first_key_value() {
            if used.saturating_add(idle) > state.latest {
                break;
            }
            state.forget_oldest();
        }
        state
    }
}

impl State {
    fn record(&mut self, session: &HeaderValue, owner: &Principal) {
        self.uses += 1;
        let used = (self.latest, self.uses);
        let pin = Pin {
            principal: owner.clone(),
            used,
        };
        if let Some(before) = self.sessions.insert(session.clone(), pin) {
            self.order.remove(&before.used);
        }
        self.order.insert(used, session.clone());
    }

    fn forget_oldest(&mut self) {
        if let Some((_, session)) = self.order.pop_first() {
            self.sessions.remove(&session);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn pins(limit: usize) -> (Pins, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::default());
        (
            Pins::new(clock.clone(), Duration::from_secs(60), limit),
            clock,
        )
    }

    fn id(text: &str) -> HeaderValue {
        HeaderValue::from_str(text).unwrap()
    }

    fn person(name: &str) -> Principal {
        Principal::new("issuer", name, "client").unwrap()
    }

    #[test]
    fn a_session_is_its_owners_until_it_ends() {
        let (pins, _) = pins(8);
        assert!(pins.pin(&id("s"), &person("ada")));
        assert_eq!(pins.owner(&id("s"), &person("ada")), Owner::Caller);
        assert_eq!(pins.owner(&id("s"), &person("bob")), Owner::Other);
        assert_eq!(pins.owner(&id("S"), &person("ada")), Owner::Nobody);
        assert!(!pins.pin(&id("s"), &person("bob")));
        pins.forget(&id("s"));
        assert_eq!(pins.owner(&id("s"), &person("ada")), Owner::Nobody);
        assert!(pins.current().order.is_empty());
    }

    #[test]
    fn only_its_owner_keeps_a_session_alive() {
        let (pins, clock) = pins(8);
        pins.pin(&id("used"), &person("ada"));
        pins.pin(&id("idle"), &person("ada"));
        clock.advance(Duration::from_secs(59));
        assert_eq!(pins.owner(&id("used"), &person("ada")), Owner::Caller);
        assert_eq!(pins.owner(&id("idle"), &person("bob")), Owner::Other);
        clock.advance(Duration::from_secs(1));
        assert_eq!(pins.owner(&id("idle"), &person("ada")), Owner::Nobody);
        assert_eq!(pins.owner(&id("used"), &person("ada")), Owner::Caller);
    }

    #[test]
    fn a_full_memory_forgets_the_session_unused_for_longest() {
        let (pins, _) = pins(3);
        for name in ["a", "b", "c"] {
            pins.pin(&id(name), &person("ada"));
        }
        pins.owner(&id("a"), &person("ada"));
        pins.pin(&id("d"), &person("bob"));
        assert_eq!(pins.owner(&id("b"), &person("ada")), Owner::Nobody);
        for name in ["a", "c"] {
            assert_eq!(
                pins.owner(&id(name), &person("ada")),
                Owner::Caller,
                "{name}"
            );
        }
        assert_eq!(pins.owner(&id("d"), &person("bob")), Owner::Caller);
        // To pin again what is there needs no room.
        assert!(pins.pin(&id("d"), &person("bob")));
        assert_eq!(pins.current().sessions.len(), 3);
        assert_eq!(pins.current().order.len(), 3);
    }

    #[test]
    fn a_clock_set_back_forgets_nothing_early_and_nothing_late() {
        let (pins, clock) = pins(8);
        let start = clock.now();
        pins.pin(&id("s"), &person("ada"));
        clock.set(start - 1_000_000);
        assert_eq!(pins.owner(&id("s"), &person("ada")), Owner::Caller);
        clock.set(start + 60_000);
        assert_eq!(pins.owner(&id("s"), &person("ada")), Owner::Nobody);
    }
}
