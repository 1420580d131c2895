//! How many questions wait for an answer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::Session;
use crate::seal::Principal;

/// The most questions that wait in one session.
const SESSION_LIMIT: usize = 16;
/// The most questions of one principal that wait in a process, in whatever sessions: nobody takes the places of all.
const PRINCIPAL_LIMIT: usize = 64;
/// The most questions that wait in a process.
const PROCESS_LIMIT: usize = 1_024;

/// Counts the questions that wait, each in its session `S` and of its principal `P`.
pub(super) struct Waiting<S, P> {
    counts: Mutex<Counts<S, P>>,
}

struct Counts<S, P> {
    sessions: HashMap<S, usize>,
    principals: HashMap<P, usize>,
}

impl<S: Hash + Eq + Clone, P: Hash + Eq + Clone> Waiting<S, P> {
    pub(super) fn new() -> Self {
        Self {
            counts: Mutex::new(Counts {
                sessions: HashMap::new(),
                principals: HashMap::new(),
            }),
        }
    }

    /// A place for one more question; `None` when too many wait already. Without a principal only the other limits count.
    pub(super) fn enter(
        self: &Arc<Self>,
        session: &S,
        principal: Option<&P>,
    ) -> Option<Place<S, P>> {
        let mut counts = self.lock();
        let of_session = counts.sessions.get(session).copied().unwrap_or_default();
        let of_principal = principal.and_then(|principal| counts.principals.get(principal));
        // At most as many sessions as questions: a sum over them is cheap beside asking a person.
        if of_session >= SESSION_LIMIT
            || of_principal.is_some_and(|count| *count >= PRINCIPAL_LIMIT)
            || counts.sessions.values().sum::<usize>() >= PROCESS_LIMIT
        {
            return None;
        }
        *counts.sessions.entry(session.clone()).or_default() += 1;
        if let Some(principal) = principal {
            *counts.principals.entry(principal.clone()).or_default() += 1;
        }
        drop(counts);
        Some(Place {
            waiting: Arc::clone(self),
            session: session.clone(),
            principal: principal.cloned(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Counts<S, P>> {
        // No code that can panic runs under the lock.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a question that waits, given back when dropped.
pub(super) struct Place<S: Hash + Eq + Clone, P: Hash + Eq + Clone> {
    waiting: Arc<Waiting<S, P>>,
    session: S,
    principal: Option<P>,
}

impl<S: Hash + Eq + Clone, P: Hash + Eq + Clone> Drop for Place<S, P> {
    fn drop(&mut self) {
        let mut counts = self.waiting.lock();
        leave(&mut counts.sessions, &self.session);
        if let Some(principal) = &self.principal {
            leave(&mut counts.principals, principal);
        }
    }
}

/// Nothing is kept of what has none any more.
fn leave<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// The process's own count.
pub(super) fn of_process() -> Arc<Waiting<Session, Principal>> {
    static WAITING: OnceLock<Arc<Waiting<Session, Principal>>> = OnceLock::new();
    Arc::clone(WAITING.get_or_init(|| Arc::new(Waiting::new())))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Counted = Arc<Waiting<usize, &'static str>>;

    #[test]
    fn a_session_has_sixteen_places() {
        let waiting = Counted::new(Waiting::new());
        let mut places: Vec<_> = (0..16).map(|_| waiting.enter(&1, None).unwrap()).collect();
        assert!(waiting.enter(&1, None).is_none());
        assert!(waiting.enter(&2, None).is_some(), "another session");
        places.pop();
        let again = waiting.enter(&1, None).unwrap();
        assert!(waiting.enter(&1, None).is_none());
        drop((places, again));
        assert!(
            waiting.lock().sessions.is_empty(),
            "nothing is kept of a session"
        );
    }

    #[test]
    fn a_principal_has_sixty_four_places() {
        let waiting = Counted::new(Waiting::new());
        let enter = |at: usize, principal| waiting.enter(&(at / 16), Some(&principal));
        let mut places: Vec<_> = (0..64).map(|at| enter(at, "mallory").unwrap()).collect();
        assert!(enter(64, "mallory").is_none(), "in a new session, too");
        assert!(enter(64, "ada").is_some());
        assert!(
            waiting.enter(&5, None).is_some(),
            "who cannot be told from others shares with nobody"
        );
        places.pop();
        let again = enter(64, "mallory").unwrap();
        assert!(enter(80, "mallory").is_none());
        drop((places, again));
        assert!(
            waiting.lock().principals.is_empty(),
            "nothing is kept of a principal"
        );
    }

    #[test]
    fn a_process_has_1024_places() {
        let waiting = Counted::new(Waiting::new());
        let mut places: Vec<_> = (0..1_024)
            .map(|at| waiting.enter(&(at / 16), None).unwrap())
            .collect();
        assert!(waiting.enter(&1_000, Some(&"ada")).is_none());
        places.pop();
        assert!(waiting.enter(&1_000, Some(&"ada")).is_some());
    }
}
