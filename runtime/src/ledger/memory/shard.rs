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

/// What one owner has.
#[derive(Default, Clone, Copy)]
pub(super) struct Owned {
    /// The chains that are not over.
    pub(super) open: u64,
    /// All of them.
    pub(super) chains: u64,
    /// The bytes that they are charged.
    pub(super) bytes: u64,
}

#[derive(Default)]
pub(super) struct Shard {
    /// Boxed, since a table keeps up to twice as many places as it has entries.
    entries: HashMap<ChainName, Box<Entry>>,
    /// When which record changes by itself.
    due: BTreeSet<(u64, ChainName)>,
    /// What an owner has.
    owned: HashMap<Owner, Owned>,
    /// The lifetimes that have ended. Every shard knows them all.
    ended: HashSet<Lifetime>,
}

impl Shard {
    /// Takes a chain out, with everything that is counted of it here.
    pub(super) fn take(&mut self, chain: ChainName, limits: &Limits) -> Option<Entry> {
        let entry = self.entries.remove(&chain)?;
        self.due.remove(&(entry.record.due(limits), chain));
        let owner = entry.record.owner();
        if let Some(owned) = self.owned.get_mut(&owner) {
            owned.open = owned.open.saturating_sub(entry.record.counts().into());
            owned.chains = owned.chains.saturating_sub(1);
            owned.bytes = owned.bytes.saturating_sub(entry.record.charge());
            if owned.chains == 0 {
                self.owned.remove(&owner);
            }
        }
        Some(*entry)
    }

    /// Puts a chain in.
    pub(super) fn put(&mut self, chain: ChainName, entry: Entry, limits: &Limits) {
        self.due.insert((entry.record.due(limits), chain));
        let owned = self.owned.entry(entry.record.owner()).or_default();
        owned.open = owned.open.saturating_add(entry.record.counts().into());
        owned.chains = owned.chains.saturating_add(1);
        owned.bytes = owned.bytes.saturating_add(entry.record.charge());
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

    pub(super) fn owned_by(&self, owner: &Owner) -> Owned {
        self.owned.get(owner).copied().unwrap_or_default()
    }

    pub(super) fn open(&self) -> u64 {
        let open = self.owned.values().map(|owned| owned.open);
        open.fold(0, u64::saturating_add)
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
