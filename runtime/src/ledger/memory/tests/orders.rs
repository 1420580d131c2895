//! A model check: the store over locks that let a scheduler choose who is next, in every order or in many random ones.

use std::sync::Arc;
use std::time::Duration;

use shuttle::sync::atomic::{AtomicU64, Ordering};
use shuttle::sync::{Mutex, TryLockError};

use super::super::core::Core;
use super::super::locks::{Counter, Lock, Locks};
use super::*;
use crate::clock::ManualClock;
use crate::ledger::{Held, Limits};

struct Chosen;

impl Locks for Chosen {
    type Lock<T: Send + 'static> = Mutex<T>;
    type Counter = Count;
}

impl<T> Lock<T> for Mutex<T> {
    fn new(value: T) -> Self {
        Self::new(value)
    }

    fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.lock().unwrap())
    }

    fn try_with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        match self.try_lock() {
            Ok(mut value) => Some(work(&mut value)),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Poisoned(error)) => panic!("{error}"),
        }
    }
}

#[derive(Default)]
struct Count(AtomicU64);

impl Counter for Count {
    fn get(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn change(&self, change: impl FnMut(u64) -> Option<u64>) -> bool {
        let order = Ordering::SeqCst;
        self.0.fetch_update(order, order, change).is_ok()
    }
}

type Store = Arc<Core<Chosen>>;

fn store(limits: Limits) -> (Arc<ManualClock>, Store) {
    let clock = Arc::new(ManualClock::default());
    (clock.clone(), Arc::new(Core::new(clock, limits, 2)))
}

fn at_once<T: Send + 'static>(
    threads: u8,
    work: impl Fn(u8) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let work = Arc::new(work);
    let threads: Vec<_> = (0..threads)
        .map(|number| {
            let work = Arc::clone(&work);
            shuttle::thread::spawn(move || work(number))
        })
        .collect();
    threads
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect()
}

/// Two answers, the same or not, to one prompt: one handler runs, one child, one digest.
fn two_answers(same: bool) {
    let (_, store) = store(Limits::default());
    let key = key(1, 1);
    store.open(key);
    let shared = Arc::clone(&store);
    let came = at_once(2, move |by| {
        let answer = if same { 1 } else { by };
        shared.answer(key, answer, by)
    });
    assert_eq!(came.iter().filter(|(_, ran)| *ran).count(), 1);
    let winner = u8::from(came[1].1);
    let accepted = if same { 1 } else { winner };
    let first = store.claim(&claiming(key, 1, accepted, 9));
    assert!(matches!(first.verdict, Verdict::Replayed { round: 2, .. }));
    assert_eq!(
        first.shown.as_ref().map(|shown| shown.as_bytes()[0]),
        Some(winner)
    );
    let other = store.claim(&claiming(key, 1, 5, 9)).verdict;
    assert_eq!(other, Verdict::Conflict);
    store.adds_up();
}

#[test]
fn one_answer_runs_in_every_order() {
    shuttle::check_dfs(|| two_answers(true), None);
    shuttle::check_dfs(|| two_answers(false), None);
}

/// While time passes: whoever holds the chain loses it or not, and nobody writes with an old fence.
fn leases_that_end() {
    let (clock, store) = store(Limits::default());
    let key = key(1, 1);
    store.open(key);
    let (shared, time) = (Arc::clone(&store), Arc::clone(&clock));
    let came = at_once(3, move |by| {
        if by == 0 {
            time.advance(Duration::from_secs(30));
            return None;
        }
        match shared.claim(&claiming(key, 1, by, by)).verdict {
            Verdict::Claimed { grant, .. } => {
                let accepted = shared.put(key, grant.fence, accept());
                let finished = shared.put(key, grant.fence, Transition::Finish);
                Some((grant.fence, accepted, finished))
            }
            _ => None,
        }
    });
    let held: Vec<_> = came.into_iter().flatten().collect();
    assert!(!held.is_empty());
    let fences: std::collections::BTreeSet<u64> = held.iter().map(|(fence, ..)| *fence).collect();
    assert_eq!(fences.len(), held.len(), "two have one fence");
    let accepted = |written: &Written| *written == Written::Accepted;
    assert!(
        held.iter()
            .filter(|(_, written, _)| accepted(written))
            .count()
            <= 1
    );
    for (_, accepted, finished) in &held {
        if *finished == Written::Finished {
            assert_eq!(*accepted, Written::Accepted);
        }
    }
    store.adds_up();
}

#[test]
fn one_fence_is_current_whenever_leases_end() {
    shuttle::check_dfs(leases_that_end, Some(2_000));
    shuttle::check_random(leases_that_end, 2_000);
}

/// More chains than there is room for, in two shards, while what is there expires.
fn too_many() {
    let limits = Limits {
        chains: 2,
        bytes: 3 * 1_640,
        ..Limits::default()
    };
    let (clock, store) = store(limits);
    store.open(key(0, 100));
    clock.advance(Duration::from_secs(600));
    let shared = Arc::clone(&store);
    let granted = at_once(3, move |number| {
        let key = key(number, number);
        let granted = matches!(shared.start(&starting(key)), Started::Granted(_));
        if granted && number == 0 {
            shared.put(key, 1, Transition::Finish);
        }
        granted
    });
    let still = granted.iter().skip(1).filter(|granted| **granted).count();
    assert!(granted.iter().any(|granted| *granted));
    store.adds_up();
    let before = store.held();
    assert!(before.chains <= 2);
    clock.advance(Duration::from_secs(30));
    assert!(matches!(
        store.start(&starting(key(7, 107))),
        Started::Granted(_)
    ));
    assert!(matches!(
        store.start(&starting(key(8, 108))),
        Started::Granted(_)
    ));
    assert_eq!(store.held().chains, 2, "{still}");
    store.put(key(7, 107), 1, Transition::Fail);
    store.put(key(8, 108), 1, Transition::Fail);
    assert_eq!(store.held(), Held::default());
    store.adds_up();
}

#[test]
fn charges_add_up_whatever_is_swept_when() {
    shuttle::check_random(too_many, 3_000);
}

/// The lifetime ends while a prompt goes out and another chain starts.
fn an_end() {
    let (_, store) = store(Limits::default());
    assert!(matches!(
        store.start(&starting(key(1, 1))),
        Started::Granted(_)
    ));
    let shared = Arc::clone(&store);
    at_once(3, move |number| match number {
        0 => shared.end(lifetime()),
        1 => drop(shared.put(key(1, 1), 1, prompt(1, 1))),
        _ => drop(shared.start(&starting(key(2, 2)))),
    });
    let claimed = store.claim(&claiming(key(1, 1), 1, 1, 1)).verdict;
    assert_eq!(claimed, Verdict::Invalid);
    let written = store.put(key(2, 2), 1, prompt(1, 1));
    assert!(!matches!(written, Written::Prompted { .. }));
    store.adds_up();
}

#[test]
fn nothing_is_open_after_the_end_of_its_lifetime() {
    shuttle::check_dfs(an_end, Some(2_000));
    shuttle::check_random(an_end, 2_000);
}
