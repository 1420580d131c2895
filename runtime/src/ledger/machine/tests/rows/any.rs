//! Each row of the table, by name: whatever the state.

use super::*;

#[test]
fn leased_another_claim_is_busy_and_the_same_attempt_gets_the_same_grant() {
    let mut bench = Bench::reserved();
    let granted = bench.start(1);
    assert!(matches!(granted, Started::Granted(Grant { fence: 1, .. })));
    assert_eq!(bench.start(2), Started::Taken);

    let mut bench = Bench::open(1);
    let first = bench.claim(&claiming(1, 1, 7));
    bench.now += 5;
    assert_eq!(bench.claim(&claiming(1, 1, 7)), first);
    assert_eq!(bench.claim(&claiming(1, 1, 8)), Verdict::Busy);
    assert_eq!(bench.claim(&claiming(1, 2, 7)), Verdict::Busy);

    // Once it runs there is no second grant: the handler would run twice.
    bench.wrote(accept());
    assert_eq!(bench.claim(&claiming(1, 1, 7)), Verdict::Busy);

    let mut bench = Bench::recovering();
    let again = bench.claim(&claiming(1, 1, 9));
    assert!(matches!(again, Verdict::Recovering { grant, .. } if grant.fence == bench.fence()));
    assert_eq!(bench.claim(&claiming(1, 1, 8)), Verdict::Busy);
}

#[test]
fn any_earlier_token_gets_the_same_next_prompt() {
    let (round, expiry) = (2, NOW + 600_000);
    let replayed = Verdict::Replayed { round, expiry };
    for mut bench in [
        Bench::open(2),
        Bench::in_claimed(2),
        Bench::running(2),
        Bench::open(3),
    ] {
        let state = bench.state();
        assert_eq!(bench.claim(&claiming(1, 1, 9)), replayed);
        assert_eq!(bench.state(), state);
    }
    for transition in [Transition::Finish, Transition::Fail, decline()] {
        let mut bench = Bench::running(2);
        bench.wrote(transition);
        assert_eq!(bench.claim(&claiming(1, 1, 9)), replayed);
        bench.now = expiry;
        assert_eq!(bench.claim(&claiming(1, 1, 9)), Verdict::Invalid);
    }
}

#[test]
fn any_answered_token_with_another_answer_is_a_conflict() {
    for mut bench in [
        Bench::open(2),
        Bench::in_claimed(2),
        Bench::running(1),
        Bench::recovering(),
    ] {
        let state = bench.state();
        assert_eq!(bench.claim(&claiming(1, 2, 1)), Verdict::Conflict);
        assert_eq!(bench.state(), state);
    }
}

#[test]
fn any_write_with_an_old_fence_is_discarded() {
    let every = || {
        [
            Transition::Renew,
            prompt(9),
            accept(),
            Transition::Release,
            Transition::Reject,
            Transition::Finish,
            Transition::Fail,
            decline(),
        ]
    };
    let benches: [Make; 6] = [
        Bench::reserved,
        || Bench::open(1),
        || Bench::in_claimed(1),
        || Bench::running(1),
        Bench::recovering,
        Bench::new,
    ];
    for make in benches {
        for transition in every() {
            let mut bench = make();
            let before = bench.record.clone();
            for fence in [bench.fence().wrapping_sub(1), bench.fence() + 1, u64::MAX] {
                assert_eq!(bench.write(fence, transition.clone()), Written::Lost);
                assert_eq!(bench.record, before);
            }
        }
    }
}

#[test]
fn open_expiry_or_end_of_the_lifetime_is_gone() {
    let mut bench = Bench::open(1);
    bench.now += 599_999;
    assert_eq!(bench.state(), "Open");
    bench.now += 1;
    assert_eq!(bench.state(), "gone");
    assert_eq!(bench.claim(&claiming(1, 1, 1)), Verdict::Invalid);
    assert_eq!(bench.record, None);
    let mut bench = Bench::open(1);
    bench.ended = true;
    assert_eq!(bench.state(), "gone");
    assert_eq!(bench.claim(&claiming(1, 1, 1)), Verdict::Invalid);
}

#[test]
fn done_recover_and_closed_are_gone_after_their_deadline_and_the_grace() {
    for transition in [Transition::Finish, Transition::Fail, decline()] {
        let mut bench = Bench::running(1);
        bench.wrote(transition);
        let state = bench.state();
        bench.ended = true;
        bench.now = NOW + 659_999;
        assert_eq!(bench.state(), state);
        bench.now += 1;
        assert_eq!(bench.state(), "gone");
    }
}
