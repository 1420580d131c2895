//! Each row of the table, by name: from Running on.

use super::*;

#[test]
fn running_prompt_leads_to_the_next_open() {
    let mut bench = Bench::running(1);
    bench.now += 1_000;
    let (round, expiry) = (2, NOW + 600_000);
    assert_eq!(bench.wrote(prompt(2)), Written::Prompted { round, expiry });
    assert_eq!(bench.state(), "Open");
    assert_eq!(bench.charge(), 512 + 2 * 128 + 100 + 2 * 50);
}

#[test]
fn running_prompt_past_a_guard_leads_to_recover() {
    let mut bench = Bench::running(10);
    assert_eq!(bench.wrote(prompt(11)), Written::Refused(Guard::Prompts));
    assert_eq!(bench.state(), "Recover");

    let mut bench = Bench::running(1);
    bench.limits.lease = 600_000;
    bench.wrote(Transition::Renew);
    bench.now += 599_999;
    bench.wrote(Transition::Renew);
    bench.now += 1;
    assert_eq!(bench.wrote(prompt(2)), Written::Refused(Guard::Deadline));
    assert_eq!(bench.state(), "Recover");

    let mut bench = Bench::running(1);
    bench.ended = true;
    assert_eq!(bench.wrote(prompt(2)), Written::Refused(Guard::Lifetime));
    assert_eq!(bench.state(), "Recover");

    let mut bench = Bench::running(1);
    let large = Transition::Prompt {
        token: token(2),
        ttl: None,
        state: body(201),
        shown: body(1_000),
    };
    assert_eq!(bench.wrote(large), Written::Refused(Guard::Size));
    assert_eq!(bench.state(), "Recover");
}

#[test]
fn running_finish_leads_to_done() {
    // The tenth answer may finish.
    let mut bench = Bench::running(10);
    assert_eq!(bench.wrote(Transition::Finish), Written::Finished);
    assert_eq!(bench.state(), "Done");
    assert_eq!(bench.charge(), 512 + 10 * (128 + 50) + 200);
}

#[test]
fn running_failure_or_lease_end_leads_to_recover() {
    let mut bench = Bench::running(1);
    assert_eq!(bench.wrote(Transition::Fail), Written::Failed);
    assert_eq!(bench.state(), "Recover");
    let mut bench = Bench::running(1);
    bench.lease_ends();
    assert_eq!(bench.state(), "Recover");
    assert_eq!(bench.write(2, Transition::Finish), Written::Lost);
    assert_eq!(bench.state(), "Recover");
}

#[test]
fn running_terminal_decline_leads_to_closed() {
    let mut bench = Bench::running(1);
    assert_eq!(bench.wrote(decline()), Written::Declined);
    assert_eq!(bench.state(), "Closed");
    assert_eq!(bench.charge(), 512 + 128 + 50 + 10);
    let replayed = bench.claim(&claiming(1, 1, 9));
    assert_eq!(replayed, Verdict::Closed(Closing::Declined));
    assert_eq!(bench.claim(&claiming(1, 2, 9)), Verdict::Conflict);
}

#[test]
fn done_or_recover_last_token_leads_to_recovering() {
    for transition in [Transition::Finish, Transition::Fail] {
        let mut bench = Bench::running(2);
        bench.wrote(transition);
        let grant = Grant {
            fence: 4,
            lease_end: NOW + 30_000,
        };
        let expected = Verdict::Recovering { grant, round: 2 };
        assert_eq!(bench.claim(&claiming(2, 2, 9)), expected);
        assert_eq!(bench.state(), "Recovering");
    }
}

#[test]
fn done_or_recover_are_recovered_16_times() {
    let mut bench = Bench::running(1);
    bench.wrote(Transition::Fail);
    for by in 0..16 {
        let verdict = bench.claim(&claiming(1, 1, by));
        assert!(matches!(verdict, Verdict::Recovering { .. }), "{by}");
        bench.wrote(Transition::Fail);
    }
    assert_eq!(bench.claim(&claiming(1, 1, 99)), Verdict::AlreadyRan);
    assert_eq!(bench.state(), "Recover");
}

#[test]
fn recovering_finish_leads_to_done_and_anything_else_to_recover() {
    let mut bench = Bench::recovering();
    assert_eq!(bench.wrote(Transition::Finish), Written::Finished);
    assert_eq!(bench.state(), "Done");
    let mut bench = Bench::recovering();
    assert_eq!(bench.wrote(Transition::Fail), Written::Failed);
    assert_eq!(bench.state(), "Recover");
    let mut bench = Bench::recovering();
    bench.lease_ends();
    assert_eq!(bench.state(), "Recover");
    // Recovery never asks, accepts or declines.
    for transition in [prompt(2), accept(), decline(), Transition::Reject] {
        let mut bench = Bench::recovering();
        assert_eq!(bench.write(bench.fence(), transition), Written::Lost);
        assert_eq!(bench.state(), "Recovering");
    }
}
