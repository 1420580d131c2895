//! What follows from the table taken together.

use super::*;

#[test]
fn a_claim_has_to_be_bound_in_every_part() {
    let good = claiming(1, 1, 1);
    let mut owner = good.clone();
    owner.key.owner = Owner::from_bytes([9; 32]);
    let mut lifetime = good.clone();
    lifetime.lifetime = Lifetime::from_bytes([9; 32]);
    let mut binding = good.clone();
    binding.binding = BindingHash::from_bytes([9; 32]);
    let unknown = claiming(9, 1, 1);
    let benches: [Make; 4] = [
        || Bench::open(1),
        || Bench::running(1),
        Bench::recovering,
        || Bench::open(2),
    ];
    for claim in [owner, lifetime, binding, unknown] {
        for make in benches {
            let mut bench = make();
            let before = bench.record.clone();
            assert_eq!(bench.claim(&claim), Verdict::Invalid);
            assert_eq!(bench.record, before);
        }
    }
}

#[test]
fn a_child_never_outlives_its_parent() {
    let mut bench = Bench::reserved();
    let short = |bench: &mut Bench, number, ttl| {
        let transition = Transition::Prompt {
            token: token(number),
            ttl: Some(ttl),
            state: body(1),
            shown: body(1),
        };
        match bench.wrote(transition) {
            Written::Prompted { expiry, .. } => expiry,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        short(&mut bench, 1, u64::MAX),
        NOW + 600_000,
        "the terms' ttl at most"
    );
    bench.claimed(1);
    bench.wrote(accept());
    bench.now += 1_000;
    assert_eq!(short(&mut bench, 2, 5_000), NOW + 6_000);
    bench.claimed(2);
    bench.wrote(accept());
    assert_eq!(short(&mut bench, 3, 60_000), NOW + 6_000);
    // Its replay does not bring it back.
    bench.now = NOW + 6_000;
    assert_eq!(bench.claim(&claiming(2, 2, 9)), Verdict::Invalid);
}

#[test]
fn attempts_are_those_of_one_prompt() {
    let mut bench = Bench::in_claimed(1);
    assert_eq!(
        bench.wrote(Transition::Reject),
        Written::Rejected { attempts: 1 }
    );
    bench.claimed(1);
    bench.wrote(accept());
    bench.wrote(prompt(2));
    let verdict = bench.claim(&claiming(2, 2, 2));
    assert!(matches!(verdict, Verdict::Claimed { attempts: 0, .. }));
    assert_eq!(
        bench.wrote(Transition::Reject),
        Written::Rejected { attempts: 1 }
    );
}

#[test]
fn a_rejected_answer_leaves_room_for_another() {
    let mut bench = Bench::open(1);
    assert!(matches!(
        bench.claim(&claiming(1, 5, 5)),
        Verdict::Claimed { .. }
    ));
    bench.wrote(Transition::Reject);
    bench.claimed(1);
    bench.wrote(accept());
    assert_eq!(bench.claim(&claiming(1, 5, 5)), Verdict::Conflict);
}

#[test]
fn a_write_that_comes_again_gets_the_same_reply() {
    let cases: [(Make, Transition); 7] = [
        (Bench::reserved, prompt(1)),
        (|| Bench::in_claimed(1), accept()),
        (|| Bench::in_claimed(1), Transition::Release),
        (|| Bench::in_claimed(1), Transition::Reject),
        (|| Bench::running(1), Transition::Finish),
        (|| Bench::running(1), Transition::Fail),
        (|| Bench::running(1), decline()),
    ];
    for (make, transition) in cases {
        let mut bench = make();
        let first = bench.wrote(transition.clone());
        let record = bench.record.clone();
        bench.now += 10;
        assert_eq!(bench.wrote(transition), first);
        assert_eq!(bench.record, record);
    }
    let mut bench = Bench::in_claimed(1);
    bench.terms.attempts = 1;
    if let Some(record) = &mut bench.record {
        record.terms.attempts = 1;
    }
    assert_eq!(bench.wrote(Transition::Reject), Written::Exhausted);
    assert_eq!(bench.wrote(Transition::Reject), Written::Exhausted);
}

#[test]
fn a_lease_that_is_renewed_holds_on() {
    let mut bench = Bench::running(1);
    for _ in 0..100 {
        bench.now += 29_999;
        let lease_end = bench.now + 30_000;
        assert_eq!(
            bench.wrote(Transition::Renew),
            Written::Renewed { lease_end }
        );
    }
    assert_eq!(
        bench.state(),
        "Running",
        "a deadline never cuts a running body"
    );
    bench.lease_ends();
    assert_eq!(bench.write(2, Transition::Renew), Written::Lost);
    assert_eq!(bench.state(), "gone", "it was lost long after its deadline");
}

#[test]
fn a_clock_that_goes_back_shortens_no_lease() {
    let mut bench = Bench::running(1);
    bench.now -= 20_000;
    let lease_end = NOW + 30_000;
    assert_eq!(
        bench.wrote(Transition::Renew),
        Written::Renewed { lease_end }
    );
}

#[test]
fn claimed_in_time_is_accepted_after_the_expiry() {
    let mut bench = Bench::open(1);
    bench.now += 599_000;
    bench.claimed(1);
    bench.now += 2_000;
    assert_eq!(bench.wrote(accept()), Written::Accepted);
    assert_eq!(bench.wrote(Transition::Finish), Written::Finished);
    assert_eq!(bench.state(), "Done");
    // Released instead, it is gone at once.
    let mut bench = Bench::open(1);
    bench.now += 599_000;
    bench.claimed(1);
    bench.now += 2_000;
    assert_eq!(bench.wrote(Transition::Release), Written::Released);
    assert_eq!(bench.record, None);
}

#[test]
fn the_end_of_a_lifetime_lets_go_on_what_runs() {
    let mut bench = Bench::running(1);
    bench.ended = true;
    bench.wrote(Transition::Renew);
    assert_eq!(bench.wrote(Transition::Finish), Written::Finished);
    let verdict = bench.claim(&claiming(1, 1, 9));
    assert!(matches!(verdict, Verdict::Recovering { .. }));
    let mut bench = Bench::in_claimed(1);
    bench.ended = true;
    assert_eq!(bench.wrote(Transition::Release), Written::Released);
    assert_eq!(bench.record, None);
}

#[test]
fn writes_that_do_not_fit_the_state_are_discarded() {
    let misfits: [(Make, &[Transition]); 4] = [
        (
            Bench::reserved,
            &[accept(), Transition::Release, Transition::Reject, decline()],
        ),
        (
            || Bench::in_claimed(1),
            &[prompt(2), Transition::Finish, decline()],
        ),
        (
            || Bench::running(1),
            &[Transition::Release, Transition::Reject],
        ),
        (
            || Bench::open(1),
            &[
                prompt(2),
                accept(),
                Transition::Renew,
                Transition::Finish,
                decline(),
            ],
        ),
    ];
    for (make, transitions) in misfits {
        for transition in transitions {
            let mut bench = make();
            let before = bench.record.clone();
            let written = bench.write(bench.fence(), transition.clone());
            assert_eq!(written, Written::Lost, "{transition:?}");
            assert_eq!(bench.record, before);
        }
    }
}
