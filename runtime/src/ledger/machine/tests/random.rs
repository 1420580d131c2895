//! Random events, thousands of sequences: what never happens.

use super::*;

/// A small generator of numbers that look random (Marsaglia's xorshift), the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn byte(&mut self, sides: u8) -> u8 {
        u8::try_from(self.roll(sides.into())).unwrap()
    }
}

/// Prompts have their round as their token.
fn some_transition(dice: &mut Dice, round: u8) -> Transition {
    match dice.roll(9) {
        0 => Transition::Renew,
        1 | 2 => Transition::Prompt {
            token: token(round),
            ttl: (dice.roll(3) == 0).then(|| dice.roll(700_000)),
            state: body(usize::from(dice.byte(255)) * 3),
            shown: body(usize::from(dice.byte(255)) * 3),
        },
        3 | 4 => Transition::Accept {
            state: body(usize::from(dice.byte(255)) * 3),
            reserve: dice.roll(2_000),
        },
        5 => Transition::Release,
        6 => Transition::Reject,
        7 if dice.roll(2) == 0 => Transition::Finish,
        7 => decline(),
        _ => Transition::Fail,
    }
}

/// What has to hold whatever happened between two records of one chain.
fn check(before: &Record, after: &Record, events: &str) {
    assert!(after.fence >= before.fence, "{events}");
    assert!(after.prompts.len() >= before.prompts.len(), "{events}");
    assert!(after.prompts.len() <= before.prompts.len() + 1, "{events}");
    for (one, other) in before.prompts.iter().zip(&after.prompts) {
        assert_eq!(
            (one.token, one.expiry),
            (other.token, other.expiry),
            "{events}"
        );
        if one.accepted.is_some() {
            assert_eq!(one.accepted, other.accepted, "{events}");
        }
    }
    if before.deadline > 0 {
        assert_eq!(before.deadline, after.deadline, "{events}");
    }
    let parents = after.prompts.windows(2);
    assert!(
        parents
            .into_iter()
            .all(|pair| pair[1].expiry <= pair[0].expiry),
        "{events}"
    );
    let answered = after
        .prompts
        .iter()
        .filter(|prompt| prompt.accepted.is_some());
    let open = match after.state {
        State::Open | State::Claimed(..) | State::Closed(Closing::Attempts) => 1,
        _ => 0,
    };
    assert_eq!(answered.count() + open, after.prompts.len(), "{events}");
    // A new holder has a new fence.
    if let (Some(one), Some(other)) = (before.state.lease(), after.state.lease())
        && one.attempt != other.attempt
    {
        assert!(after.fence > before.fence, "{events}");
    }
    if before.charge() > 0 && !after.counts() {
        assert_eq!(after.reserved, 0, "{events}");
    }
    if before.round() == after.terms.prompts {
        assert_eq!(after.round(), before.round(), "{events}");
    }
}

fn play(seed: u64) {
    let mut dice = Dice(seed);
    let mut bench = Bench::new();
    bench.terms.prompts = 4;
    let mut events = format!("seed {seed}");
    // Which accepted answers a grant was given for; one prompt runs once.
    let mut ran = Vec::new();
    for _ in 0..60 {
        bench.now +=
            [0, 1, 1_000, 29_999, 30_000, 200_000][usize::from(dice.byte(6))] / (1 + dice.roll(4));
        bench.ended |= dice.roll(400) == 0;
        let before = bench.record.clone();
        match dice.roll(10) {
            0 => {
                let by = dice.byte(3);
                let started = bench.start(by);
                events += &format!("\n{} start {by}: {started:?}", bench.now);
                if !bench.asked.is_empty() {
                    // Another chain.
                    ran.clear();
                    continue;
                }
            }
            1..=4 => {
                let claim = claiming(dice.byte(6), dice.byte(2), dice.byte(3));
                let verdict = bench.claim(&claim);
                events += &format!("\n{} {claim:?}: {verdict:?}", bench.now);
                if let Verdict::Recovering { .. } = verdict {
                    assert!(ran.contains(&claim.token), "{events}");
                }
            }
            _ => {
                let fence = match dice.roll(6) {
                    0 => dice.roll(9),
                    _ => bench.fence(),
                };
                let mut round = bench.record.as_ref().map_or(0, Record::round) + 1;
                if bench.state() == "Open" {
                    // The same prompt again.
                    round -= 1;
                }
                let transition = some_transition(&mut dice, u8::try_from(round).unwrap());
                let charge = bench.charge();
                let written = bench.write(fence, transition.clone());
                events += &format!("\n{} {fence} {transition:?}: {written:?}", bench.now);
                let admitted: u64 = bench.asked.iter().map(|need| need.bytes).sum();
                assert!(bench.charge() <= charge + admitted, "{events}");
                if written == Written::Lost {
                    let settled = before.clone().and_then(|record| settle(record, bench.at()));
                    assert_eq!(bench.record, settled, "{events}");
                }
                if written == Written::Accepted
                    && before
                        .as_ref()
                        .is_some_and(|before| matches!(before.state, State::Claimed(..)))
                {
                    let token = before.as_ref().and_then(|before| before.prompts.last());
                    let token = token.map(|prompt| prompt.token).unwrap();
                    assert!(!ran.contains(&token), "{events}");
                    ran.push(token);
                }
            }
        }
        match (&before, &bench.record) {
            (Some(before), Some(after)) => check(before, after, &events),
            (_, None) => ran.clear(),
            (None, Some(_)) => {}
        }
        if let Some(record) = &bench.record {
            assert!(record.due(&bench.limits) > bench.now, "{events}");
        }
    }
}

#[test]
fn no_sequence_of_events_forks_or_repeats_or_loses_count() {
    for seed in 1..=4_000 {
        play(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
    }
}
