//! The store itself, synchronous, over whatever locks.

use std::sync::Arc;

use super::super::machine::{self, At, Step};
use super::super::{
    Admission, ChainName, Claim, Claimed, Full, Held, Lifetime, Limits, Need, Owner, Record, Start,
    Started, Usage, Write, Written,
};
use super::locks::{Counter, Lock, Locks};
use super::shard::{Entry, Shard};
use crate::clock::Clock;

/// How many records that are due a start looks at, whether there is room or not: more than it adds.
const SWEEP: usize = 16;

pub(super) struct Core<L: Locks> {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) limits: Limits,
    pub(super) shards: Vec<L::Lock<Shard>>,
    /// Of all shards. Raised before a chain is there, lowered after it has gone.
    pub(super) chains: L::Counter,
    pub(super) bytes: L::Counter,
}

impl<L: Locks> Core<L> {
    pub(super) fn new(clock: Arc<dyn Clock>, limits: Limits, shards: usize) -> Self {
        Self {
            clock,
            limits,
            shards: (0..shards.max(1))
                .map(|_| Lock::new(Shard::default()))
                .collect(),
            chains: L::Counter::default(),
            bytes: L::Counter::default(),
        }
    }

    pub(super) fn start(&self, start: &Start) -> Started {
        let work = |shard: &mut Shard| {
            self.sweep(shard, SWEEP);
            let lifetime = Some(start.lifetime);
            self.transit(shard, start.key.chain, lifetime, |before, at, room| {
                machine::start(before, start, at, room)
            })
        };
        // There is no store without a shard.
        self.within(start.key.owner, work).unwrap_or(Started::Ended)
    }

    pub(super) fn claim(&self, claim: &Claim) -> Claimed {
        let work = |shard: &mut Shard| {
            let verdict = self.transit(shard, claim.key.chain, None, |before, at, _| {
                machine::claim(before, claim, at)
            });
            let entry = shard.get(claim.key.chain);
            let state = entry.filter(|_| verdict.needs_state());
            let shown = entry.zip(verdict.needs_shown());
            Claimed {
                verdict,
                state: state.and_then(|entry| entry.state.clone()),
                shown: shown.and_then(|(entry, round)| {
                    entry.shown.get(usize::from(round).checked_sub(1)?).cloned()
                }),
            }
        };
        self.within(claim.key.owner, work)
            .unwrap_or_else(Claimed::invalid)
    }

    pub(super) fn write(&self, write: &Write) -> Written {
        let work = |shard: &mut Shard| {
            self.transit(shard, write.key.chain, None, |before, at, room| {
                machine::write(before, write, at, room)
            })
        };
        self.within(write.key.owner, work).unwrap_or(Written::Lost)
    }

    pub(super) fn end(&self, lifetime: Lifetime) {
        for shard in &self.shards {
            shard.with(|shard| {
                for chain in shard.end(lifetime) {
                    self.settle(shard, chain);
                }
            });
        }
    }

    pub(super) fn held(&self) -> Held {
        let open = self
            .shards
            .iter()
            .map(|shard| shard.with(|shard| shard.open()));
        Held {
            open_chains: open.fold(0, u64::saturating_add),
            chains: self.chains.get(),
            bytes: self.bytes.get(),
        }
    }

    /// Runs `work` on the shard of `owner`, alone.
    fn within<R>(&self, owner: Owner, work: impl FnOnce(&mut Shard) -> R) -> Option<R> {
        let shard = self.shards.get(owner.shard(self.shards.len()))?;
        Some(shard.with(work))
    }

    /// One transition of one chain, with all that is counted of it.
    fn transit<R>(
        &self,
        shard: &mut Shard,
        chain: ChainName,
        lifetime: Option<Lifetime>,
        step: impl FnOnce(Option<Record>, At<'_>, &mut dyn Admission) -> Step<R>,
    ) -> R {
        let before = shard.take(chain, &self.limits);
        let charged = before.as_ref().map(|entry| entry.record.charge());
        let (record, state, mut shown) = match before {
            Some(entry) => (Some(entry.record), entry.state, entry.shown),
            None => (None, None, Vec::new()),
        };
        let lifetime = record.as_ref().map(Record::lifetime).or(lifetime);
        let at = At {
            now: self.clock.now(),
            ended: lifetime.is_some_and(|lifetime| shard.has_ended(&lifetime)),
            limits: &self.limits,
        };
        let mut room = Room {
            core: self,
            shard,
            chains: u64::from(charged.is_some()),
            bytes: charged.unwrap_or_default(),
        };
        let step = step(record, at, &mut room);
        let (chains, bytes) = (room.chains, room.bytes);
        let after = step.record.as_ref().map(Record::charge);
        // What was held or admitted, and is not there any more.
        give_back(&self.chains, chains, u64::from(after.is_some()));
        give_back(&self.bytes, bytes, after.unwrap_or_default());
        if let Some(record) = step.record {
            shown.reserve_exact(usize::from(step.shown.is_some()));
            shown.extend(step.shown);
            let state = step.state.or(state);
            let entry = Entry {
                record,
                state,
                shown,
            };
            shard.put(chain, entry, &self.limits);
        }
        step.reply
    }

    /// Lets time pass for one chain.
    fn settle(&self, shard: &mut Shard, chain: ChainName) {
        self.transit(shard, chain, None, |before, at, _| {
            Step::of(before.and_then(|record| machine::settle(record, at)), ())
        });
    }

    /// Lets time pass for at most `most` chains that are due.
    fn sweep(&self, shard: &mut Shard, most: usize) {
        let now = self.clock.now();
        for _ in 0..most {
            match shard.first_due(now) {
                Some(chain) => self.settle(shard, chain),
                None => return,
            }
        }
    }
}

fn give_back<C: Counter>(counter: &C, held: u64, needed: u64) {
    let over = held.saturating_sub(needed);
    if over > 0 {
        counter.change(|now| Some(now.saturating_sub(over)));
    }
}

/// Where one transition asks for room.
struct Room<'a, L: Locks> {
    core: &'a Core<L>,
    shard: &'a mut Shard,
    /// What the chain in question holds by now.
    chains: u64,
    bytes: u64,
}

impl<L: Locks> Room<'_, L> {
    fn try_admit(&mut self, need: Need) -> Result<(), Full> {
        let Core {
            limits,
            chains,
            bytes,
            ..
        } = self.core;
        // The chain in question is out of its shard meanwhile.
        let owned = self.shard.owned_by(&need.owner);
        let usage = |chains, bytes| Usage {
            chains,
            bytes,
            owner_chains: owned.open,
            owner_all_chains: owned.chains,
            owner_bytes: owned.bytes.saturating_add(self.bytes),
        };
        let one = u64::from(need.chain);
        let mut full = None;
        // The bytes of the owner are looked at with the chain.
        let chain = need;
        let admitted = chains.change(|held| match usage(held, 0).admit(limits, chain) {
            Ok(()) => held.checked_add(one),
            Err(why) => {
                full = Some(why);
                None
            }
        });
        if !admitted {
            return Err(full.unwrap_or(Full::Chains));
        }
        let rest = Need {
            chain: false,
            ..need
        };
        let admitted = bytes.change(|held| match usage(0, held).admit(limits, rest) {
            Ok(()) => held.checked_add(need.bytes),
            Err(_) => None,
        });
        if !admitted {
            give_back(chains, one, 0);
            return Err(Full::Bytes);
        }
        self.chains = self.chains.saturating_add(one);
        self.bytes = self.bytes.saturating_add(need.bytes);
        Ok(())
    }
}

impl<L: Locks> Admission for Room<'_, L> {
    fn admit(&mut self, need: Need) -> Result<(), Full> {
        let full = match self.try_admit(need) {
            Ok(()) => return Ok(()),
            Err(full) => full,
        };
        self.core.sweep(self.shard, usize::MAX);
        if full != Full::Owner {
            // Nobody waits for a second lock while holding one; a shard that is busy sweeps itself sooner or later.
            for shard in &self.core.shards {
                shard.try_with(|shard| self.core.sweep(shard, usize::MAX));
            }
        }
        self.try_admit(need)
    }
}
