//! The chains of some owners, and what is known of them together.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::super::{Body, ChainName, Lifetime, Limits, Owner, Record};

/// One chain.
pub(super) struct Entry {
    pub(super) record: Record,
    pub(super) state: Option<Body>,
    /// What was shown with each prompt.
    pub(super) shown: Vec<Body>,
}

#[derive(Default)]
pub(super) struct Shard {
    /// Boxed, since a table keeps up to twice as many places as it has entries.
    entries: HashMap<ChainName, Box<Entry>>,
    /// When which record changes by itself.
    due: BTreeSet<(u64, ChainName)>,
    /// How many chains that are not over an owner has.
    open: HashMap<Owner, u64>,
    /// The lifetimes that have ended. Every shard knows them all.
    ended: HashSet<Lifetime>,
}

impl Shard {
    /// Takes a chain out, with everything that is counted of it here.
    pub(super) fn take(&mut self, chain: ChainName, limits: &Limits) -> Option<Entry> {
        let entry = self.entries.remove(&chain)?;
        self.due.remove(&(entry.record.due(limits), chain));
        let owner = entry.record.owner();
        if entry.record.counts()
            && let Some(open) = self.open.get_mut(&owner)
        {
            *open = open.saturating_sub(1);
            if *open == 0 {
                self.open.remove(&owner);
            }
        }
        Some(*entry)
    }

    /// Puts a chain in.
    pub(super) fn put(&mut self, chain: ChainName, entry: Entry, limits: &Limits) {
        self.due.insert((entry.record.due(limits), chain));
        if entry.record.counts() {
            let open = self.open.entry(entry.record.owner()).or_default();
            *open = open.saturating_add(1);
        }
        self.entries.insert(chain, Box::new(entry));
    }

    pub(super) fn get(&self, chain: ChainName) -> Option<&Entry> {
        self.entries.get(&chain).map(Box::as_ref)
    }

    /// The chain that is due first, if it is due by `now`.
    pub(super) fn first_due(&self, now: u64) -> Option<ChainName> {
        let (due, chain) = self.due.first()?;
        (*due <= now).then_some(*chain)
    }

    /// Marks `lifetime` as ended, and names the chains that go with it.
    pub(super) fn end(&mut self, lifetime: Lifetime) -> Vec<ChainName> {
        self.ended.insert(lifetime);
        let gone = self
            .entries
            .iter()
            .filter(|(_, entry)| entry.record.lifetime() == lifetime && entry.record.is_open());
        gone.map(|(chain, _)| *chain).collect()
    }

    pub(super) fn has_ended(&self, lifetime: &Lifetime) -> bool {
        self.ended.contains(lifetime)
    }

    pub(super) fn open_of(&self, owner: &Owner) -> u64 {
        self.open.get(owner).copied().unwrap_or_default()
    }

    pub(super) fn open(&self) -> u64 {
        self.open.values().copied().fold(0, u64::saturating_add)
    }

    #[cfg(test)]
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().map(Box::as_ref)
    }

    #[cfg(test)]
    pub(super) fn indexed(&self) -> usize {
        self.due.len()
    }
}
