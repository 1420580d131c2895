//! Real threads.

use std::sync::Arc;
use std::time::Duration;

use super::super::core::Core;
use super::super::locks::Std;
use super::*;
use crate::clock::ManualClock;
use crate::ledger::{Held, Limits};

fn store(limits: Limits) -> (Arc<ManualClock>, Arc<Core<Std>>) {
    let clock = Arc::new(ManualClock::default());
    (clock.clone(), Arc::new(Core::new(clock, limits, 8)))
}

/// `work` of every number below `threads`, all at once.
fn at_once<T: Send>(threads: u8, work: impl Fn(u8) -> T + Sync) -> Vec<T> {
    let barrier = std::sync::Barrier::new(threads.into());
    std::thread::scope(|scope| {
        let (work, barrier) = (&work, &barrier);
        let spawn = |number| {
            scope.spawn(move || {
                barrier.wait();
                work(number)
            })
        };
        let threads: Vec<_> = (0..threads).map(spawn).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

#[test]
fn of_many_that_redeem_one_token_one_is_granted_and_all_get_the_same_next_prompt() {
    for _ in 0..50 {
        let (_, store) = store(Limits::default());
        let key = key(1, 1);
        store.open(key);
        let verdicts = at_once(16, |by| store.answer(key, 1, by));
        let ran: Vec<_> = verdicts.iter().filter(|(_, ran)| *ran).collect();
        assert_eq!(ran.len(), 1);
        for (verdict, ran) in &verdicts {
            let other = matches!(verdict, Verdict::Busy | Verdict::Replayed { round: 2, .. });
            assert!(*ran || other, "{verdict:?}");
        }
        let shown: Vec<_> = at_once(16, |by| store.claim(&claiming(key, 1, 1, by)).shown);
        assert!(shown.iter().all(|one| *one == shown[0] && one.is_some()));
        store.adds_up();
    }
}

#[test]
fn of_many_recoveries_one_is_granted() {
    let (_, store) = store(Limits::default());
    let key = key(1, 1);
    store.open(key);
    let claimed = store.claim(&claiming(key, 1, 1, 1));
    let Verdict::Claimed { grant, .. } = claimed.verdict else {
        panic!("{claimed:?}");
    };
    store.put(key, grant.fence, accept());
    store.put(key, grant.fence, Transition::Fail);
    let verdicts = at_once(16, |by| store.claim(&claiming(key, 1, 1, 100 + by)).verdict);
    let granted = verdicts
        .iter()
        .filter(|verdict| matches!(verdict, Verdict::Recovering { .. }));
    assert_eq!(granted.count(), 1);
    let busy = verdicts.iter().filter(|verdict| **verdict == Verdict::Busy);
    assert_eq!(busy.count(), 15);
}

#[test]
fn budgets_hold_over_all_shards() {
    let limits = Limits {
        chains: 20,
        bytes: 1_640 * 12,
        ..Limits::default()
    };
    let (clock, store) = store(limits);
    for _ in 0..20 {
        // Each round finds the one before expired.
        let started = at_once(16, |by| {
            (0..4)
                .map(|chain| store.start(&starting(key(by * 11, by * 4 + chain))))
                .filter(|started| matches!(started, Started::Granted(_)))
                .count()
        });
        let granted: usize = started.iter().sum();
        assert!((1..=12).contains(&granted), "{granted}");
        store.adds_up();
        clock.advance(Duration::from_secs(30));
    }
    // Alone, nobody is in the way of the sweep.
    for chain in 0..12 {
        assert!(matches!(
            store.start(&starting(key(chain, chain))),
            Started::Granted(_)
        ));
    }
    store.adds_up();
}

#[test]
fn whatever_happens_at_once_adds_up() {
    let (clock, store) = store(Limits::default());
    at_once(8, |thread| {
        for number in 0..200_u8 {
            let key = key(number % 5, number % 16);
            store.start(&starting(key));
            store.put(key, 1, prompt(1, 1));
            store.answer(key, number % 2, thread);
            let claimed = store.claim(&claiming(key, 2, number % 2, thread));
            if let Verdict::Claimed { grant, .. } = claimed.verdict {
                let transition = match number % 4 {
                    0 => Transition::Release,
                    1 => Transition::Reject,
                    2 => accept(),
                    _ => Transition::Renew,
                };
                store.put(key, grant.fence, transition);
                store.put(key, grant.fence, Transition::Finish);
            }
            if number % 50 == 0 {
                clock.advance(Duration::from_secs(31));
            }
            if number % 90 == 0 {
                clock.advance(Duration::from_secs(700));
            }
        }
    });
    store.adds_up();
    clock.advance(Duration::from_secs(700));
    store.end(lifetime());
    clock.advance(Duration::from_secs(700));
    // The last sweep.
    for owner in 0..8 {
        let mut start = starting(key(owner, owner));
        start.lifetime = Lifetime::from_bytes([9; 32]);
        store.start(&start);
        store.put(start.key, 1, Transition::Finish);
    }
    assert_eq!(store.held(), Held::default());
    store.adds_up();
}
