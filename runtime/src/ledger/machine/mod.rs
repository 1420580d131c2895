//! The states of a chain and what leads from one to the other: pure functions over a record, an event and the time.
//!
//! A store runs them in its own atomic section: it reads the record, calls one of them, and keeps what comes out, bodies
//! included; or it does the same by its own means, and passes the suite that holds all stores equal.
//!
//! | state | event \[guard\] | next | the caller gets |
//! | --- | --- | --- | --- |
//! | – | start \[budget, quota, lifetime open\] | Reserved | the handler runs; else `busy`, nothing ran |
//! | Reserved | prompt | Open 1 | pending; unused bytes given back |
//! | Reserved | finish, failure, lease end | deleted | result or failure; bytes given back |
//! | Open k | claim | Claimed | no handler yet |
//! | Claimed | release, failure, lease end | Open k | `failed` |
//! | Claimed | reject | Open k, attempts + 1 (limit: Closed) | `invalid_answer` |
//! | Claimed | accept \[budget\] | Running | the handler runs; else `busy`, Open k |
//! | Running | prompt \[k < limit, before the deadline, lifetime open, within what was reserved\] | Open k+1 | pending |
//! | Running | prompt past a guard | Recover | which guard |
//! | Running | finish | Done | result (not stored) |
//! | Running | failure, lease end | Recover | `failed` |
//! | Running | decline | Closed | the same text on a replay |
//! | Done, Recover | last token, same digest \[fewer than 16 times\] | Recovering | recover; else already ran |
//! | Recovering | finish; anything else | Done; Recover | result; failure |
//! | leased | another claim; the same attempt again | same | `busy`; the same grant |
//! | any | an earlier token, same digest | same | the same next prompt, unless that has expired |
//! | any | an answered token, other digest | same | `conflict` |
//! | any | a write with an old fence, or one that does not fit the state | same | discarded |
//! | Open | expiry, end of the lifetime | gone | bytes given back |
//! | Done, Recover, Closed | deadline + grace | gone | bytes given back |
//!
//! A prompt expires no later than the one before it: a child never outlives its parent. A chain's deadline is its first
//! prompt's expiry.

mod claim;
#[cfg(test)]
mod tests;
mod write;

pub use claim::claim;
pub use write::write;

use super::record::{Lease, State};
use super::{Admission, Body, Limits, Need, Record, Start, Started};

/// When and under what an event happens.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The store's time, in Unix milliseconds.
    pub now: u64,
    /// Whether the lifetime of the record has ended; of the event's, if there is no record.
    pub ended: bool,
    /// The store's limits.
    pub limits: &'a Limits,
}

/// What a store has to do after an event.
#[derive(Debug, Clone)]
pub struct Step<R> {
    /// What the record is from here on; `None` when there is none (any more), and its bodies go with it.
    pub record: Option<Record>,
    /// The new state, if there is one.
    pub state: Option<Body>,
    /// What was shown with the record's last prompt, if that is new.
    pub shown: Option<Body>,
    /// What the caller is told.
    pub reply: R,
}

impl<R> Step<R> {
    /// A step without new bodies.
    pub(super) fn of(record: Option<Record>, reply: R) -> Self {
        Self {
            record,
            state: None,
            shown: None,
            reply,
        }
    }
}

/// What has become of a record by the mere passing of time; `None` when it is gone.
#[must_use]
pub fn settle(mut record: Record, at: At<'_>) -> Option<Record> {
    if let Some(lease) = record.state.lease()
        && at.now >= lease.end
    {
        // What the holder writes from here on carries an old fence.
        record.fence = record.fence.saturating_add(1);
        match record.state {
            State::Reserved(_) => return None,
            State::Claimed(..) => record.state = State::Open,
            _ => over(&mut record, State::Recover),
        }
    }
    let alive = match (&record.state, record.prompts.last()) {
        (State::Open, Some(last)) => !at.ended && at.now < last.expiry,
        (State::Open, None) => false,
        (state, _) => {
            state.lease().is_some() || at.now < record.deadline.saturating_add(at.limits.grace)
        }
    };
    alive.then_some(record)
}

/// The chain asks nothing any more: what was reserved for it is given back.
fn over(record: &mut Record, state: State) {
    record.state = state;
    record.reserved = 0;
}

/// A call begins that may ask.
pub fn start(
    before: Option<Record>,
    start: &Start,
    at: At<'_>,
    room: &mut dyn Admission,
) -> Step<Started> {
    if let Some(record) = before.and_then(|record| settle(record, at)) {
        let reply = match record.state {
            State::Reserved(lease)
                if lease.attempt == start.attempt && record.owner == start.key.owner =>
            {
                Started::Granted(record.grant(lease))
            }
            _ => Started::Taken,
        };
        return Step::of(Some(record), reply);
    }
    if at.ended {
        return Step::of(None, Started::Ended);
    }
    let lease = Lease {
        attempt: start.attempt,
        end: at.now.saturating_add(at.limits.lease),
    };
    let record = Record::reserved(start, lease);
    let need = Need {
        owner: start.key.owner,
        chain: true,
        bytes: record.charge(),
    };
    match room.admit(need) {
        Ok(()) => {
            let reply = Started::Granted(record.grant(lease));
            Step::of(Some(record), reply)
        }
        Err(full) => Step::of(None, Started::Full(full)),
    }
}
