//! Whoever holds a chain says how it goes on.

use super::super::record::{Prompt, State};
use super::super::{
    Admission, Body, Closing, Guard, Limits, Need, Record, TokenHash, Transition, Write, Written,
};
use super::{At, Step, over, settle};

/// Whoever holds a chain says how it goes on.
///
/// A write with another fence than the current one, after the lease has ended, or out of a state that it does not fit, is
/// discarded: [`Written::Lost`].
pub fn write(
    before: Option<Record>,
    write: &Write,
    at: At<'_>,
    room: &mut dyn Admission,
) -> Step<Written> {
    let Some(record) = before.and_then(|record| settle(record, at)) else {
        return Step::of(None, Written::Lost);
    };
    if record.owner != write.key.owner || record.fence != write.fence {
        return Step::of(Some(record), Written::Lost);
    }
    let mut step = match &write.transition {
        Transition::Renew => renew(record, at),
        Transition::Prompt {
            token,
            ttl,
            state,
            shown,
        } => prompt(record, *token, *ttl, (state, shown), at),
        Transition::Accept { state, reserve } => accept(record, state, *reserve, room),
        Transition::Release => release(record),
        Transition::Reject => reject(record),
        Transition::Finish => finish(record),
        Transition::Fail => fail(record),
        Transition::Decline { state } => decline(record, state),
    };
    // What is over already goes at once: a prompt of a lifetime that has ended, a chain long past its deadline.
    step.record = step.record.and_then(|record| settle(record, at));
    step
}

fn lost(record: Record) -> Step<Written> {
    Step::of(Some(record), Written::Lost)
}

fn renew(mut record: Record, at: At<'_>) -> Step<Written> {
    let Some(lease) = record.state.lease_mut() else {
        return lost(record);
    };
    lease.end = lease.end.max(at.now.saturating_add(at.limits.lease));
    let lease_end = lease.end;
    Step::of(Some(record), Written::Renewed { lease_end })
}

fn prompt(
    mut record: Record,
    token: TokenHash,
    ttl: Option<u64>,
    (state, shown): (&Body, &Body),
    at: At<'_>,
) -> Step<Written> {
    match (&record.state, record.prompts.last()) {
        (State::Reserved(_) | State::Running(_), _) => {}
        // The same prompt again.
        (State::Open, Some(last)) if last.token == token => {
            let (round, expiry) = (record.round(), last.expiry);
            return Step::of(Some(record), Written::Prompted { round, expiry });
        }
        _ => return lost(record),
    }
    let ttl = ttl.unwrap_or(record.terms.ttl).min(record.terms.ttl);
    let wanted = at.now.saturating_add(ttl);
    let expiry = record
        .prompts
        .last()
        .map_or(wanted, |parent| parent.expiry.min(wanted));
    let held = record.reserved.saturating_add(record.state_bytes);
    let needed = state
        .len()
        .saturating_add(shown.len())
        .saturating_add(Limits::PROMPT_CHARGE);
    let guard = if record.round() >= record.terms.prompts {
        Some(Guard::Prompts)
    } else if at.now >= expiry {
        Some(Guard::Deadline)
    } else if at.ended {
        Some(Guard::Lifetime)
    } else if needed > held {
        Some(Guard::Size)
    } else {
        None
    };
    if let Some(guard) = guard {
        return Step {
            reply: Written::Refused(guard),
            ..fail(record)
        };
    }
    // There are few, and many chains: no room for prompts that may never go out.
    record.prompts.reserve_exact(1);
    record.prompts.push(Prompt {
        token,
        expiry,
        bytes: shown.len(),
        accepted: None,
    });
    if record.prompts.len() == 1 {
        record.deadline = expiry;
    }
    record.state = State::Open;
    record.attempts = 0;
    record.reserved = 0;
    record.state_bytes = state.len();
    let round = record.round();
    Step {
        record: Some(record),
        state: Some(state.clone()),
        shown: Some(shown.clone()),
        reply: Written::Prompted { round, expiry },
    }
}

fn accept(
    mut record: Record,
    state: &Body,
    reserve: u64,
    room: &mut dyn Admission,
) -> Step<Written> {
    let (lease, answer) = match record.state {
        State::Claimed(lease, answer) => (lease, answer),
        State::Running(_) => return Step::of(Some(record), Written::Accepted),
        _ => return lost(record),
    };
    let before = record.clone();
    record.state = State::Running(lease);
    record.state_bytes = state.len();
    record.reserved = reserve.saturating_add(Limits::PROMPT_CHARGE);
    if let Some(last) = record.prompts.last_mut() {
        last.accepted = Some(answer);
    }
    let bytes = record.charge().saturating_sub(before.charge());
    let need = Need {
        owner: record.owner,
        chain: false,
        bytes,
    };
    if bytes > 0
        && let Err(full) = room.admit(need)
    {
        return Step {
            reply: Written::Full(full),
            ..release(before)
        };
    }
    Step {
        state: Some(state.clone()),
        ..Step::of(Some(record), Written::Accepted)
    }
}

fn release(mut record: Record) -> Step<Written> {
    match record.state {
        State::Claimed(..) => record.state = State::Open,
        State::Open => {}
        _ => return lost(record),
    }
    Step::of(Some(record), Written::Released)
}

fn reject(mut record: Record) -> Step<Written> {
    match record.state {
        State::Claimed(..) => record.attempts = record.attempts.saturating_add(1),
        State::Open if record.attempts > 0 => {}
        State::Closed(Closing::Attempts) => {
            return Step::of(Some(record), Written::Exhausted);
        }
        _ => return lost(record),
    }
    let attempts = record.attempts;
    if attempts >= record.terms.attempts {
        over(&mut record, State::Closed(Closing::Attempts));
        return Step::of(Some(record), Written::Exhausted);
    }
    record.state = State::Open;
    Step::of(Some(record), Written::Rejected { attempts })
}

fn finish(mut record: Record) -> Step<Written> {
    match record.state {
        State::Reserved(_) => return Step::of(None, Written::Finished),
        State::Running(_) | State::Recovering(_) => over(&mut record, State::Done),
        State::Done => {}
        _ => return lost(record),
    }
    Step::of(Some(record), Written::Finished)
}

fn fail(mut record: Record) -> Step<Written> {
    match record.state {
        State::Reserved(_) => return Step::of(None, Written::Failed),
        State::Claimed(..) => record.state = State::Open,
        State::Running(_) | State::Recovering(_) => over(&mut record, State::Recover),
        State::Open | State::Recover => {}
        _ => return lost(record),
    }
    Step::of(Some(record), Written::Failed)
}

fn decline(mut record: Record, state: &Body) -> Step<Written> {
    match record.state {
        State::Running(_) => {}
        State::Closed(Closing::Declined) => return Step::of(Some(record), Written::Declined),
        _ => return lost(record),
    }
    if state.len() > record.reserved.saturating_add(record.state_bytes) {
        return Step {
            reply: Written::Refused(Guard::Size),
            ..fail(record)
        };
    }
    over(&mut record, State::Closed(Closing::Declined));
    record.state_bytes = state.len();
    Step {
        state: Some(state.clone()),
        ..Step::of(Some(record), Written::Declined)
    }
}
