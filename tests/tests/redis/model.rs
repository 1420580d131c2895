//! The pure machine over a handful of chains: what a store has to do, without one.

use std::collections::{BTreeMap, BTreeSet};

use askback::ledger::machine::{self, At, Step};
use askback::ledger::{
    Admission, Body, ChainName, Claim, Claimed, Full, Held, Lifetime, Limits, Need, Owner, Record,
    Start, Started, Usage, Write, Written,
};

#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) record: Record,
    pub(crate) state: Option<Body>,
    pub(crate) shown: Vec<Body>,
}

pub(crate) struct Model {
    pub(crate) limits: Limits,
    pub(crate) now: u64,
    pub(crate) chains: BTreeMap<ChainName, Kept>,
    ended: BTreeSet<Lifetime>,
}

struct Room<'a> {
    model: &'a mut Model,
    /// What the chain in question is charged.
    charged: Option<u64>,
}

impl Admission for Room<'_> {
    fn admit(&mut self, need: Need) -> Result<(), Full> {
        let limits = self.model.limits;
        let usage = |room: &Self| room.model.usage(need.owner, room.charged);
        if usage(self).admit(&limits, need).is_ok() {
            return Ok(());
        }
        self.model.sweep();
        usage(self).admit(&limits, need)
    }
}

impl Model {
    pub(crate) fn new(limits: Limits, now: u64) -> Self {
        Self {
            limits,
            now,
            chains: BTreeMap::new(),
            ended: BTreeSet::new(),
        }
    }

    fn at<'a>(limits: &'a Limits, now: u64, ended: bool) -> At<'a> {
        At { now, ended, limits }
    }

    fn usage(&self, owner: Owner, charged: Option<u64>) -> Usage {
        let all = || self.chains.values().map(|kept| &kept.record);
        let own = || all().filter(|record| record.owner() == owner);
        Usage {
            chains: all().count() as u64 + u64::from(charged.is_some()),
            bytes: all().map(Record::charge).sum::<u64>() + charged.unwrap_or_default(),
            owner_chains: own().filter(|record| record.counts()).count() as u64,
            owner_all_chains: own().count() as u64,
            owner_bytes: own().map(Record::charge).sum::<u64>() + charged.unwrap_or_default(),
        }
    }

    fn settle(&mut self, chain: ChainName) {
        if let Some(mut kept) = self.chains.remove(&chain) {
            let ended = self.ended.contains(&kept.record.lifetime());
            let at = Self::at(&self.limits, self.now, ended);
            if let Some(record) = machine::settle(kept.record, at) {
                kept.record = record;
                self.chains.insert(chain, kept);
            }
        }
    }

    /// There are never more chains here than a start looks at.
    fn sweep(&mut self) {
        let due = |kept: &Kept| kept.record.due(&self.limits) <= self.now;
        let chains = self.chains.iter().filter(|(_, kept)| due(kept));
        for chain in chains.map(|(chain, _)| *chain).collect::<Vec<_>>() {
            self.settle(chain);
        }
    }

    fn step<R>(
        &mut self,
        chain: ChainName,
        lifetime: Option<Lifetime>,
        step: impl FnOnce(Option<Record>, At<'_>, &mut dyn Admission) -> Step<R>,
    ) -> R {
        let before = self.chains.remove(&chain);
        let lifetime = before
            .as_ref()
            .map(|kept| kept.record.lifetime())
            .or(lifetime);
        let ended = lifetime.is_some_and(|lifetime| self.ended.contains(&lifetime));
        let (limits, now) = (self.limits, self.now);
        let mut room = Room {
            charged: before.as_ref().map(|kept| kept.record.charge()),
            model: self,
        };
        let record = before.as_ref().map(|kept| kept.record.clone());
        let step = step(record, Self::at(&limits, now, ended), &mut room);
        if let Some(record) = step.record {
            let (state, mut shown) =
                before.map_or((None, Vec::new()), |kept| (kept.state, kept.shown));
            shown.extend(step.shown);
            let kept = Kept {
                record,
                state: step.state.or(state),
                shown,
            };
            self.chains.insert(chain, kept);
        }
        step.reply
    }

    pub(crate) fn start(&mut self, start: &Start) -> Started {
        self.sweep();
        self.settle(start.key.chain);
        self.step(start.key.chain, Some(start.lifetime), |record, at, room| {
            machine::start(record, start, at, room)
        })
    }

    pub(crate) fn claim(&mut self, claim: &Claim) -> Claimed {
        let chain = claim.key.chain;
        let verdict = self.step(chain, None, |record, at, _| {
            machine::claim(record, claim, at)
        });
        let kept = self.chains.get(&chain);
        Claimed {
            verdict,
            state: kept
                .filter(|_| verdict.needs_state())
                .and_then(|kept| kept.state.clone()),
            shown: kept
                .zip(verdict.needs_shown())
                .and_then(|(kept, round)| kept.shown.get(usize::from(round) - 1).cloned()),
        }
    }

    pub(crate) fn write(&mut self, write: &Write) -> Written {
        self.step(write.key.chain, None, |record, at, room| {
            machine::write(record, write, at, room)
        })
    }

    pub(crate) fn end(&mut self, lifetime: Lifetime) {
        self.ended.insert(lifetime);
        let open = |kept: &Kept| kept.record.lifetime() == lifetime && kept.record.is_open();
        let chains = self.chains.iter().filter(|(_, kept)| open(kept));
        for chain in chains.map(|(chain, _)| *chain).collect::<Vec<_>>() {
            self.settle(chain);
        }
    }

    pub(crate) fn held(&self) -> Held {
        let all = || self.chains.values().map(|kept| &kept.record);
        Held {
            chains: self.chains.len() as u64,
            open_chains: all().filter(|record| record.counts()).count() as u64,
            bytes: all().map(Record::charge).sum(),
        }
    }
}
