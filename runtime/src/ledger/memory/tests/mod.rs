//! The store in memory: the suite, threads, and every order of a few calls.

#[cfg(feature = "testing")]
mod faults;
mod orders;
#[cfg(feature = "testing")]
mod suite;
mod threads;

use super::core::Core;
use super::locks::{Counter, Lock, Locks};
use crate::ledger::cases::{accept, claiming, key, lifetime, prompt, starting};
use crate::ledger::{ChainKey, Lifetime, Record, Started, Transition, Verdict, Write, Written};

impl<L: Locks> Core<L> {
    pub(super) fn put(&self, key: ChainKey, fence: u64, transition: Transition) -> Written {
        self.write(&Write {
            key,
            fence,
            transition,
        })
    }

    /// A chain whose first prompt is open.
    pub(super) fn open(&self, key: ChainKey) {
        assert!(matches!(self.start(&starting(key)), Started::Granted(_)));
        let written = self.put(key, 1, prompt(1, 1));
        assert!(matches!(written, Written::Prompted { .. }));
    }

    /// What a server does with an answer to the first prompt: says what it led to, and whether the handler ran here.
    pub(super) fn answer(&self, key: ChainKey, answer: u8, by: u8) -> (Verdict, bool) {
        let claimed = self.claim(&claiming(key, 1, answer, by));
        let Verdict::Claimed { grant, .. } = claimed.verdict else {
            return (claimed.verdict, false);
        };
        if self.put(key, grant.fence, accept()) != Written::Accepted {
            return (claimed.verdict, false);
        }
        self.put(key, grant.fence, prompt(2, by));
        (claimed.verdict, true)
    }

    /// What is counted is what is there.
    pub(super) fn adds_up(&self) {
        let (mut chains, mut bytes, mut open) = (0, 0, 0);
        for shard in &self.shards {
            shard.with(|shard| {
                let records: Vec<&Record> = shard.entries().map(|entry| &entry.record).collect();
                assert_eq!(shard.indexed(), records.len());
                chains += records.len() as u64;
                bytes += records.iter().map(|record| record.charge()).sum::<u64>();
                open += records.iter().filter(|record| record.counts()).count() as u64;
            });
        }
        assert_eq!((self.chains.get(), self.bytes.get()), (chains, bytes));
        assert_eq!(self.held().open_chains, open);
    }
}
