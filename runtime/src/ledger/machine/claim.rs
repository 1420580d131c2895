//! A token comes back with an answer.

use super::super::record::{Lease, State};
use super::super::{Claim, Closing, Record, Verdict};
use super::{At, Step, settle};

/// A token came back with an answer.
///
/// It is checked in this order: known, bound, alive; whatever is wrong, the verdict is [`Verdict::Invalid`]. The bodies that
/// the verdict comes with are the store's to add.
#[must_use]
pub fn claim(before: Option<Record>, claim: &Claim, at: At<'_>) -> Step<Verdict> {
    let Some(mut record) = before.and_then(|record| settle(record, at)) else {
        return Step::of(None, Verdict::Invalid);
    };
    let place = record
        .prompts
        .iter()
        .position(|prompt| prompt.token == claim.token);
    let verdict = match place {
        Some(place) if record.is_bound_to(claim) => {
            let answered = record.prompts.get(place).and_then(|prompt| prompt.accepted);
            match answered {
                Some(answer) if answer != claim.answer => Verdict::Conflict,
                Some(_) => answered_so(&mut record, place, claim, at),
                None => unanswered(&mut record, claim, at),
            }
        }
        _ => Verdict::Invalid,
    };
    Step::of(Some(record), verdict)
}

/// The prompt was answered, by this very answer.
fn answered_so(record: &mut Record, place: usize, claim: &Claim, at: At<'_>) -> Verdict {
    let next = place.saturating_add(1);
    if let Some(prompt) = record.prompts.get(next) {
        return if at.now < prompt.expiry {
            Verdict::Replayed {
                round: u16::try_from(next.saturating_add(1)).unwrap_or(u16::MAX),
                expiry: prompt.expiry,
            }
        } else {
            Verdict::Invalid
        };
    }
    match record.state {
        State::Done | State::Recover if record.recoveries < at.limits.recoveries => {
            record.recoveries = record.recoveries.saturating_add(1);
            let lease = lease(record, claim, at);
            record.state = State::Recovering(lease);
            recovering(record, lease)
        }
        State::Done | State::Recover => Verdict::AlreadyRan,
        State::Recovering(lease) if lease.attempt == claim.attempt => recovering(record, lease),
        State::Closed(closing) => Verdict::Closed(closing),
        _ => Verdict::Busy,
    }
}

/// The prompt is the last one, and not answered.
fn unanswered(record: &mut Record, claim: &Claim, at: At<'_>) -> Verdict {
    match record.state {
        State::Open => {
            let lease = lease(record, claim, at);
            record.state = State::Claimed(lease, claim.answer);
            claimed(record, lease)
        }
        State::Claimed(lease, answer)
            if lease.attempt == claim.attempt && answer == claim.answer =>
        {
            claimed(record, lease)
        }
        // It had its attempts: whatever is answered now, it is closed.
        State::Closed(Closing::Attempts) => Verdict::Closed(Closing::Attempts),
        _ => Verdict::Busy,
    }
}

/// A new holder.
fn lease(record: &mut Record, claim: &Claim, at: At<'_>) -> Lease {
    record.fence = record.fence.saturating_add(1);
    Lease {
        attempt: claim.attempt,
        end: at.now.saturating_add(at.limits.lease),
    }
}

fn claimed(record: &Record, lease: Lease) -> Verdict {
    Verdict::Claimed {
        grant: record.grant(lease),
        round: record.round(),
        attempts: record.attempts,
        expiry: record.prompts.last().map_or(0, |last| last.expiry),
    }
}

fn recovering(record: &Record, lease: Lease) -> Verdict {
    Verdict::Recovering {
        grant: record.grant(lease),
        round: record.round(),
    }
}
