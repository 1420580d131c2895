//! Each row of the table, by name: from nothing to an answer that is accepted.

use super::*;

#[test]
fn nothing_start_leads_to_reserved() {
    let mut bench = Bench::new();
    let grant = Grant {
        fence: 1,
        lease_end: NOW + 30_000,
    };
    assert_eq!(bench.start(1), Started::Granted(grant));
    assert_eq!(bench.state(), "Reserved");
    assert_eq!(bench.charge(), 512 + 128 + RESERVE);
    assert_eq!(
        bench.asked.first().map(|need| need.bytes),
        Some(bench.charge())
    );
}

#[test]
fn nothing_start_past_a_guard_leaves_nothing() {
    let room = |usage| Bench {
        usage,
        ..Bench::new()
    };
    let full = |owner_chains, chains, bytes| Usage {
        owner_chains,
        chains,
        bytes,
        ..Usage::default()
    };
    for (mut bench, started) in [
        (room(full(64, 0, 0)), Started::Full(Full::Owner)),
        (room(full(0, 100_000, 0)), Started::Full(Full::Chains)),
        (room(full(0, 0, 256 << 20)), Started::Full(Full::Bytes)),
        (
            Bench {
                ended: true,
                ..Bench::new()
            },
            Started::Ended,
        ),
    ] {
        assert_eq!(bench.start(1), started);
        assert_eq!(bench.record, None);
    }
}

#[test]
fn reserved_prompt_leads_to_open_1() {
    let mut bench = Bench::reserved();
    let (round, expiry) = (1, NOW + 600_000);
    assert_eq!(bench.wrote(prompt(1)), Written::Prompted { round, expiry });
    assert_eq!(bench.state(), "Open");
    assert_eq!(
        bench.charge(),
        512 + 128 + 150,
        "unused bytes are given back"
    );
}

#[test]
fn reserved_prompt_past_a_guard_is_deleted() {
    let mut bench = Bench::reserved();
    bench.ended = true;
    assert_eq!(bench.wrote(prompt(1)), Written::Refused(Guard::Lifetime));
    assert_eq!(bench.record, None);
    let mut bench = Bench::reserved();
    let large = Transition::Prompt {
        token: token(1),
        ttl: None,
        state: body(501),
        shown: body(500),
    };
    assert_eq!(bench.wrote(large), Written::Refused(Guard::Size));
    assert_eq!(bench.record, None);
}

#[test]
fn reserved_finish_failure_or_lease_end_is_deleted() {
    let mut bench = Bench::reserved();
    assert_eq!(bench.wrote(Transition::Finish), Written::Finished);
    assert_eq!(bench.record, None);
    let mut bench = Bench::reserved();
    assert_eq!(bench.wrote(Transition::Fail), Written::Failed);
    assert_eq!(bench.record, None);
    let mut bench = Bench::reserved();
    bench.lease_ends();
    assert_eq!(bench.state(), "gone");
    assert_eq!(bench.write(1, Transition::Finish), Written::Lost);
    assert_eq!(bench.record, None);
}

#[test]
fn open_claim_leads_to_claimed() {
    let mut bench = Bench::open(2);
    let verdict = bench.claim(&claiming(2, 5, 7));
    let grant = Grant {
        fence: 3,
        lease_end: NOW + 30_000,
    };
    let expected = Verdict::Claimed {
        grant,
        round: 2,
        attempts: 0,
        expiry: NOW + 600_000,
    };
    assert_eq!(verdict, expected);
    assert_eq!(bench.state(), "Claimed");
}

#[test]
fn claimed_refused_by_policy_or_lease_end_leads_back_to_open() {
    for transition in [Transition::Release, Transition::Fail] {
        let mut bench = Bench::in_claimed(1);
        assert_ne!(bench.wrote(transition), Written::Lost);
        assert_eq!(bench.state(), "Open");
        bench.claimed(1);
    }
    let mut bench = Bench::in_claimed(1);
    bench.lease_ends();
    assert_eq!(bench.state(), "Open");
    bench.claimed(1);
}

#[test]
fn claimed_invalid_answer_leads_back_to_open_and_counts() {
    let mut bench = Bench::in_claimed(1);
    for attempts in 1..=2 {
        assert_eq!(
            bench.wrote(Transition::Reject),
            Written::Rejected { attempts }
        );
        assert_eq!(bench.state(), "Open");
        bench.claimed(1);
    }
    assert_eq!(bench.wrote(Transition::Reject), Written::Exhausted);
    assert_eq!(bench.state(), "Closed");
    let closed = Verdict::Closed(Closing::Attempts);
    assert_eq!(bench.claim(&claiming(1, 1, 1)), closed);
    assert_eq!(bench.claim(&claiming(1, 2, 2)), closed);
}

#[test]
fn claimed_accept_leads_to_running() {
    let mut bench = Bench::in_claimed(1);
    let before = bench.charge();
    assert_eq!(bench.wrote(accept()), Written::Accepted);
    assert_eq!(bench.state(), "Running");
    let more = 100 + 128 + RESERVE;
    assert_eq!(
        bench.charge(),
        before + more,
        "the answer and the next prompt"
    );
    assert_eq!(bench.asked.first().map(|need| need.bytes), Some(more));
}

#[test]
fn claimed_accept_without_room_leads_back_to_open() {
    let mut bench = Bench::in_claimed(1);
    let before = bench.charge();
    bench.usage.bytes = bench.limits.bytes;
    assert_eq!(bench.wrote(accept()), Written::Full(Full::Bytes));
    assert_eq!((bench.state(), bench.charge()), ("Open", before));
    bench.usage.bytes = 0;
    // Nothing was accepted: another answer may come.
    let verdict = bench.claim(&claiming(1, 2, 2));
    assert!(matches!(verdict, Verdict::Claimed { .. }));
}
