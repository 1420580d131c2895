//! Tests of the spent set.

use std::sync::Barrier;
use std::thread;

use super::*;
use crate::clock::ManualClock;

fn token(number: usize) -> TokenId {
    TokenId::of(&number.to_string())
}

/// A principal of many.
fn of(number: usize) -> Principal {
    Principal::new("", number.to_string(), "").unwrap()
}

fn spent(limit: usize) -> (Spent, Arc<ManualClock>, u64) {
    let clock = Arc::new(ManualClock::default());
    let deadline = clock.now() + 1_000;
    (Spent::with_limit(clock.clone(), limit), clock, deadline)
}

#[test]
fn a_token_is_spent_once_and_says_how() {
    let (spent, _, deadline) = spent(8);
    assert_eq!(spent.check(token(1)), None);
    assert_eq!(
        spent.claim(&of(0), token(1), deadline, How::Confirmed),
        Ok(())
    );
    assert_eq!(
        spent.claim(&of(0), token(2), deadline, How::Declined),
        Ok(())
    );
    for how in [How::Confirmed, How::Declined] {
        assert_eq!(
            spent.claim(&of(0), token(1), deadline, how),
            Err(Claim::AlreadyConfirmed)
        );
        assert_eq!(
            spent.claim(&of(0), token(2), deadline, how),
            Err(Claim::AlreadyDeclined)
        );
    }
    assert_eq!(spent.check(token(1)), Some(How::Confirmed));
    assert_eq!(spent.check(token(2)), Some(How::Declined));
    // A clone is the same set.
    assert_eq!(
        spent
            .clone()
            .claim(&of(0), token(1), deadline, How::Confirmed),
        Err(Claim::AlreadyConfirmed)
    );
}

#[test]
fn of_many_claims_at_once_one_wins() {
    let (spent, _, deadline) = spent(1_000);
    let barrier = Barrier::new(16);
    for round in 0..50 {
        let wins: usize = thread::scope(|scope| {
            let claims: Vec<_> = (0..16)
                .map(|index| {
                    let (spent, barrier) = (&spent, &barrier);
                    scope.spawn(move || {
                        let how = if index % 2 == 0 {
                            How::Confirmed
                        } else {
                            How::Declined
                        };
                        barrier.wait();
                        usize::from(spent.claim(&of(0), token(round), deadline, how).is_ok())
                    })
                })
                .collect();
            claims.into_iter().map(|claim| claim.join().unwrap()).sum()
        });
        assert_eq!(wins, 1);
    }
}

#[test]
fn a_full_set_refuses_and_forgets_nothing_live() {
    let (spent, clock, deadline) = spent(3);
    for number in 0..3 {
        assert!(!spent.is_full(&of(9)));
        assert_eq!(
            spent.claim(
                &of(number),
                token(number),
                deadline + number as u64,
                How::Confirmed
            ),
            Ok(())
        );
    }
    assert!(spent.is_full(&of(9)));
    assert_eq!(
        spent.claim(&of(9), token(9), deadline, How::Confirmed),
        Err(Claim::Full)
    );
    assert_eq!(
        spent.claim(&of(0), token(0), deadline, How::Confirmed),
        Err(Claim::AlreadyConfirmed)
    );
    // One expires: there is room for one.
    clock.set(deadline);
    assert!(!spent.is_full(&of(9)));
    assert_eq!(
        spent.claim(&of(9), token(9), deadline + 100, How::Confirmed),
        Ok(())
    );
    assert_eq!(
        spent.claim(&of(10), token(10), deadline + 100, How::Confirmed),
        Err(Claim::Full)
    );
    for number in [1, 2, 9] {
        assert_eq!(spent.check(token(number)), Some(How::Confirmed), "{number}");
    }
}

#[test]
fn the_limit_is_65_536() {
    let clock = Arc::new(ManualClock::default());
    let deadline = clock.now() + 1;
    let spent = Spent::new(clock);
    for number in 0..65_536 {
        let claimed = spent.claim(&of(number % 4), token(number), deadline, How::Confirmed);
        assert_eq!(claimed, Ok(()));
    }
    assert!(spent.is_full(&of(4)));
    assert_eq!(
        spent.claim(&of(4), token(65_536), deadline, How::Confirmed),
        Err(Claim::Full)
    );
}

#[test]
fn one_principal_has_a_quarter_of_the_room() {
    let (spent, clock, deadline) = spent(16);
    let claim = |who, number| spent.claim(&of(who), token(number), deadline, How::Confirmed);
    for number in 0..4 {
        assert!(!spent.is_full(&of(1)));
        assert_eq!(claim(1, number), Ok(()));
    }
    assert!(spent.is_full(&of(1)));
    assert_eq!(claim(1, 4), Err(Claim::Full));
    assert_eq!(claim(1, 0), Err(Claim::AlreadyConfirmed));
    assert!(!spent.is_full(&of(2)));
    assert_eq!(claim(2, 4), Ok(()));
    clock.set(deadline);
    assert!(!spent.is_full(&of(1)));
}

#[test]
fn expired_tokens_make_room() {
    let (spent, clock, deadline) = spent(100);
    for number in 0..100 {
        let claimed = spent.claim(&of(number % 4), token(number), deadline, How::Declined);
        claimed.unwrap();
    }
    assert!(spent.is_full(&of(0)));
    clock.set(deadline);
    assert!(!spent.is_full(&of(0)));
    assert_eq!(spent.lock().tokens.len(), 0);
    assert_eq!(spent.lock().deadlines.len(), 0);
    assert_eq!(spent.lock().of.len(), 0);
    assert_eq!(spent.check(token(5)), None);
}

#[test]
fn an_expired_token_cannot_be_claimed() {
    let (spent, clock, deadline) = spent(8);
    clock.set(deadline - 1);
    assert_eq!(
        spent.claim(&of(0), token(1), deadline, How::Confirmed),
        Ok(())
    );
    clock.set(deadline);
    // Opened in time by two retries, claimed late by both: neither wins a second time.
    assert_eq!(
        spent.claim(&of(0), token(1), deadline, How::Confirmed),
        Err(Claim::Expired)
    );
    assert_eq!(
        spent.claim(&of(0), token(2), deadline, How::Confirmed),
        Err(Claim::Expired)
    );
    assert_eq!(
        spent.claim(&of(0), token(2), 0, How::Confirmed),
        Err(Claim::Expired)
    );
}

#[test]
fn setting_the_clock_back_revives_nothing() {
    let (spent, clock, deadline) = spent(8);
    spent
        .claim(&of(0), token(1), deadline, How::Confirmed)
        .unwrap();
    clock.set(deadline);
    assert!(!spent.is_full(&of(0)));
    clock.set(deadline - 500);
    assert_eq!(
        spent.claim(&of(0), token(1), deadline, How::Confirmed),
        Err(Claim::Expired)
    );
}

#[test]
fn debug_shows_a_count_only() {
    let (spent, _, deadline) = spent(8);
    spent
        .claim(&of(0), token(1), deadline, How::Confirmed)
        .unwrap();
    assert_eq!(format!("{spent:?}"), "Spent { tokens: 1, .. }");
}
