//! The locks and counters that the store is made of, so that a model checker can put its own in their place.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};

/// A family of locks and counters.
pub(super) trait Locks: 'static {
    type Lock<T: Send + 'static>: Lock<T> + Send + Sync;
    type Counter: Counter + Send + Sync;
}

pub(super) trait Lock<T> {
    fn new(value: T) -> Self;
    /// Runs `work` alone.
    fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R;
    /// The same, unless somebody else is at it.
    fn try_with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R>;
}

pub(super) trait Counter: Default {
    fn get(&self) -> u64;
    /// Changes the number, unless `change` says `None`; says whether it did.
    fn change(&self, change: impl FnMut(u64) -> Option<u64>) -> bool;
}

/// Those of the standard library.
pub(super) struct Std;

impl Locks for Std {
    type Lock<T: Send + 'static> = Mutex<T>;
    type Counter = AtomicU64;
}

impl<T> Lock<T> for Mutex<T> {
    fn new(value: T) -> Self {
        Self::new(value)
    }

    fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        // No code of anybody else's runs under the lock.
        work(&mut self.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn try_with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        match self.try_lock() {
            Ok(mut value) => Some(work(&mut value)),
            Err(TryLockError::Poisoned(value)) => Some(work(&mut value.into_inner())),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Counter for AtomicU64 {
    fn get(&self) -> u64 {
        self.load(Ordering::SeqCst)
    }

    fn change(&self, change: impl FnMut(u64) -> Option<u64>) -> bool {
        self.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change)
            .is_ok()
    }
}
