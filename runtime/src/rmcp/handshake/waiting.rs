//! How many questions wait for an answer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The most questions that wait in one session.
const SESSION_LIMIT: usize = 16;
/// The most questions that wait in a process.
const PROCESS_LIMIT: usize = 1_024;

/// Counts the questions that wait, each in its session `K`.
pub(super) struct Waiting<K> {
    sessions: Mutex<HashMap<K, usize>>,
}

impl<K: Hash + Eq + Clone> Waiting<K> {
    pub(super) fn new() -> Self {
        Self {
            sessions: Mutex::new(HashMap::new()),
        }
    }

    /// A place for one more question; `None` when too many wait already.
    pub(super) fn enter(self: &Arc<Self>, session: &K) -> Option<Place<K>> {
        let mut sessions = self.lock();
        // At most as many sessions as questions: a sum over them is cheap beside asking a person.
        if sessions.values().sum::<usize>() >= PROCESS_LIMIT {
            return None;
        }
        match sessions.get_mut(session) {
            Some(count) if *count >= SESSION_LIMIT => return None,
            Some(count) => *count += 1,
            None => {
                sessions.insert(session.clone(), 1);
            }
        }
        drop(sessions);
        Some(Place {
            waiting: Arc::clone(self),
            session: session.clone(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        // No code that can panic runs under the lock.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a question that waits, given back when dropped.
pub(super) struct Place<K: Hash + Eq + Clone> {
    waiting: Arc<Waiting<K>>,
    session: K,
}

impl<K: Hash + Eq + Clone> Drop for Place<K> {
    fn drop(&mut self) {
        let mut sessions = self.waiting.lock();
        if let Some(count) = sessions.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sessions.remove(&self.session);
            }
        }
    }
}

/// The process's own count.
pub(super) fn of_process() -> Arc<Waiting<super::Session>> {
    static WAITING: OnceLock<Arc<Waiting<super::Session>>> = OnceLock::new();
    Arc::clone(WAITING.get_or_init(|| Arc::new(Waiting::new())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_sixteen_places() {
        let waiting = Arc::new(Waiting::new());
        let mut places: Vec<_> = (0..16).map(|_| waiting.enter(&"a").unwrap()).collect();
        assert!(waiting.enter(&"a").is_none());
        assert!(waiting.enter(&"b").is_some(), "another session");
        places.pop();
        let again = waiting.enter(&"a").unwrap();
        assert!(waiting.enter(&"a").is_none());
        drop((places, again));
        assert!(waiting.lock().is_empty(), "nothing is kept of a session");
    }

    #[test]
    fn a_process_has_1024_places() {
        let waiting = Arc::new(Waiting::new());
        let mut places: Vec<_> = (0..1_024)
            .map(|at| waiting.enter(&(at / 16)).unwrap())
            .collect();
        assert!(waiting.enter(&1_000).is_none());
        places.pop();
        assert!(waiting.enter(&1_000).is_some());
    }
}
