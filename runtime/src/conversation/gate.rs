//! The confirmation gate: what proves it, and when it stays shut.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use super::exchange::Site;
use super::host::Host;
use crate::canonical::Framed;

/// Proof that this principal's client accepted exactly this question.
///
/// It is made only from a verified answer, borrows from its call, and cannot be cloned, stored or sent along. Take it by
/// value in the function that does the irreversible thing: then nothing else can call that function. `G` is a marker
/// type of the author's, for a function that should take one gate's only. It does not prove that a human saw the question:
/// a client can lie about its own person.
///
/// The person sees one yes/no field, `confirm` on the wire, and the gate opens on accept **and** true; a gate with `typed` has
/// one text field, `text`, and one that is `plain` has none. Which to take when, and what clients do with each, is said in the
/// guide on gates (`askback::guide::gates`).
///
/// A gate that one principal declines three times within ten minutes, whatever the arguments, is not asked again until they are
/// over, so that nobody is worn down; where a declared gate is needed in any case, nothing else of the call is asked then.
/// An accept that comes within 1 second of being asked for opens the gate like any other. It is logged, and a tool's result says
/// that the client seems to have answered by itself.
#[must_use = "a confirmation that nobody takes confirms nothing"]
pub struct Confirmed<'call, G = AnyGate> {
    call: PhantomData<&'call ()>,
    gate: PhantomData<fn() -> G>,
}

/// The gate of a [`Confirmed`] that names none.
#[derive(Debug)]
pub enum AnyGate {}

impl<G> fmt::Debug for Confirmed<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Confirmed")
    }
}

/// The right to make one [`Confirmed`]. Only the exchange makes one, after it has spent the token.
pub(crate) struct Grant<'call> {
    call: PhantomData<&'call ()>,
}

impl<'call> Grant<'call> {
    pub(super) fn new() -> Self {
        Self { call: PhantomData }
    }

    pub(super) fn confirm<G>(self) -> Confirmed<'call, G> {
        Confirmed {
            call: self.call,
            gate: PhantomData,
        }
    }
}

/// Declines that close a gate.
const DECLINES: usize = 3;
/// For how long declines count, in milliseconds.
const WINDOW: u64 = 10 * 60 * 1_000;
/// Gates that are remembered at once.
const REMEMBERED: usize = 65_536;

/// Which gate of which principal.
pub(crate) type GateId = [u8; 32];

impl Host {
    /// Which gate it is for whom, however it is asked.
    pub(super) fn gate_id(&self, site: &Site, key: &str) -> GateId {
        let mut hash = Framed::hash("askback gate 2");
        hash.text(self.seal.audience().as_str())
            .field(&site.bind)
            .field(site.principal.bytes())
            .text(site.method)
            .text(&site.name)
            .text(key);
        hash.finish()
    }
}

/// Counts declines, so that a model that asks again and again does not wear the person down.
#[derive(Default)]
pub(crate) struct Declines {
    times: Mutex<HashMap<GateId, VecDeque<u64>>>,
}

impl Declines {
    /// Remembers that a gate was declined. When too many gates are remembered, those whose window is over go first.
    pub(crate) fn record(&self, gate: GateId, now: u64) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        if times.len() >= REMEMBERED && !times.contains_key(&gate) {
            times.retain(|_, times| {
                times
                    .back()
                    .is_some_and(|last| now < last.saturating_add(WINDOW))
            });
        }
        if times.len() < REMEMBERED || times.contains_key(&gate) {
            let of_gate = times.entry(gate).or_default();
            of_gate.push_back(now);
            if of_gate.len() > DECLINES {
                of_gate.pop_front();
            }
        }
    }

    /// For how many seconds the gate is still closed.
    pub(crate) fn closed_for(&self, gate: &GateId, now: u64) -> Option<u64> {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let of_gate = times.get(gate)?;
        let first = of_gate.front().filter(|_| of_gate.len() >= DECLINES)?;
        let until = first.saturating_add(WINDOW);
        (now < until).then(|| (until - now).div_ceil(1_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_declines_close_a_gate_for_ten_minutes() {
        let declines = Declines::default();
        let gate = [1; 32];
        declines.record(gate, 0);
        declines.record(gate, 60_000);
        assert_eq!(declines.closed_for(&gate, 60_000), None);
        declines.record(gate, 120_000);
        assert_eq!(declines.closed_for(&gate, 120_000), Some(480));
        assert_eq!(declines.closed_for(&[2; 32], 120_000), None, "another gate");
        assert_eq!(declines.closed_for(&gate, 599_999), Some(1));
        assert_eq!(declines.closed_for(&gate, 600_000), None);
    }

    #[test]
    fn the_memory_of_declines_is_bounded() {
        let declines = Declines::default();
        for n in 0..(REMEMBERED as u64 + 10) {
            let mut gate = [0; 32];
            gate[..8].copy_from_slice(&n.to_le_bytes());
            declines.record(gate, 1);
        }
        assert_eq!(declines.times.lock().unwrap().len(), REMEMBERED);
        declines.record([255; 32], 1 + WINDOW);
        assert_eq!(declines.times.lock().unwrap().len(), 1, "what is over went");
    }
}
