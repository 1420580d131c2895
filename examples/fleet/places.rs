//! Where a process dies: a store around the real one that ends the process between two transitions of a chain.
//!
//! A ledger's store is a public trait, so nothing of this needs anything from the ledger.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use askback::ledger::{
    ChainKey, Claim, Claimed, Held, Lifetime, Start, Started, Store, Stored, Transition, Verdict,
    Write, Written,
};
use serde::{Deserialize, Serialize};

use crate::journal::{Event, Journal};

/// Between which two things in the life of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gap {
    CallStart,
    StartPrompt,
    /// A prompt is kept, and the client has not got it.
    PromptClaim,
    ClaimAccept,
    AcceptPrompt,
    AcceptEffect,
    EffectFinish,
    /// It is kept that it finished, and the client has not got the result.
    FinishReplay,
    /// A replay looks up what became of the call.
    RecoverFinish,
    AcceptDecline,
    DeclineReplay,
}

impl Gap {
    pub(crate) const ALL: [Self; 11] = [
        Self::CallStart,
        Self::StartPrompt,
        Self::PromptClaim,
        Self::ClaimAccept,
        Self::AcceptPrompt,
        Self::AcceptEffect,
        Self::EffectFinish,
        Self::FinishReplay,
        Self::RecoverFinish,
        Self::AcceptDecline,
        Self::DeclineReplay,
    ];

    pub(crate) fn name(self) -> String {
        let name = serde_json::to_value(self).unwrap_or_default();
        name.as_str().unwrap_or_default().to_owned()
    }

    /// Only few conversations come by.
    pub(crate) fn is_rare(self) -> bool {
        matches!(
            self,
            Self::RecoverFinish | Self::AcceptDecline | Self::DeclineReplay
        )
    }
}

/// When a process is to die: the so-many-th time that a chain is in this gap.
#[derive(Debug)]
pub(crate) struct Death {
    gap: Gap,
    left: AtomicU32,
}

impl Death {
    /// Reads `claim-accept:7`.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let wrong = || format!("`--die {text}` is not like claim-accept:7");
        let (gap, left) = text.split_once(':').with_context(wrong)?;
        Ok(Self {
            gap: serde_json::from_value(gap.into()).with_context(wrong)?,
            left: AtomicU32::new(left.parse().with_context(wrong)?),
        })
    }
}

/// Ends the process where it is told to, as `kill -9` would: nothing is cleaned up.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    death: Option<Arc<Death>>,
    journal: Journal,
}

impl Places {
    pub(crate) fn new(death: Option<Death>, journal: Journal) -> Self {
        let death = death.map(Arc::new);
        Self { death, journal }
    }

    /// A chain is in this gap.
    pub(crate) fn pass(&self, gap: Gap) {
        let Some(death) = &self.death else { return };
        if death.gap == gap && death.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            let pid = std::process::id();
            if let Err(error) = self.journal.add(&Event::Died { gap, pid }) {
                eprintln!("the journal cannot be written: {error}");
            }
            std::process::abort();
        }
    }
}

/// What this process did last with a chain.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Last {
    Started,
    Claimed(u16),
    Accepted(u16),
    Recovering,
}

/// A store that dies in its places.
#[derive(Debug)]
pub(crate) struct Mortal<S> {
    store: S,
    places: Places,
    last: Mutex<HashMap<ChainKey, Last>>,
}

impl<S> Mortal<S> {
    pub(crate) fn new(store: S, places: Places) -> Self {
        let last = Mutex::default();
        Self {
            store,
            places,
            last,
        }
    }

    fn last(&self, key: ChainKey) -> Option<Last> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(&key).copied()
    }

    fn set(&self, key: ChainKey, now: Option<Last>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match now {
            Some(now) => last.insert(key, now),
            None => last.remove(&key),
        };
    }

    /// The gap that ends with this transition.
    fn before(&self, write: &Write) -> Option<Gap> {
        match (&write.transition, self.last(write.key)?) {
            (Transition::Prompt { .. }, Last::Started) => Some(Gap::StartPrompt),
            (Transition::Prompt { .. }, _) => Some(Gap::AcceptPrompt),
            (Transition::Accept { .. }, _) => Some(Gap::ClaimAccept),
            (Transition::Finish, Last::Accepted(_)) => Some(Gap::EffectFinish),
            (Transition::Finish, Last::Recovering) => Some(Gap::RecoverFinish),
            (Transition::Decline { .. }, _) => Some(Gap::AcceptDecline),
            _ => None,
        }
    }

    /// The gap that begins once this is written.
    fn after(&self, key: ChainKey, written: Written) -> Option<Gap> {
        let last = self.last(key);
        let (now, gap) = match (written, last) {
            (Written::Renewed { .. }, _) => return None,
            (Written::Accepted, Some(Last::Claimed(round))) => {
                // The first answer leads to a prompt, the second into the body, which says so itself.
                let gap = (round == 1).then_some(Gap::AcceptPrompt);
                (Some(Last::Accepted(round)), gap)
            }
            (Written::Prompted { .. }, _) => (None, Some(Gap::PromptClaim)),
            (Written::Finished, Some(Last::Accepted(_) | Last::Recovering)) => {
                (None, Some(Gap::FinishReplay))
            }
            (Written::Declined, _) => (None, Some(Gap::DeclineReplay)),
            _ => (None, None),
        };
        self.set(key, now);
        gap
    }
}

impl<S: Store> Store for Mortal<S> {
    fn start(&self, start: Start) -> Stored<'_, Started> {
        Box::pin(async move {
            let key = start.key;
            self.places.pass(Gap::CallStart);
            let started = self.store.start(start).await?;
            if let Started::Granted(_) = started {
                self.set(key, Some(Last::Started));
                self.places.pass(Gap::StartPrompt);
            }
            Ok(started)
        })
    }

    fn claim(&self, claim: Claim) -> Stored<'_, Claimed> {
        Box::pin(async move {
            let key = claim.key;
            let claimed = self.store.claim(claim).await?;
            let (last, gap) = match claimed.verdict {
                Verdict::Claimed { round, .. } => (Last::Claimed(round), Gap::ClaimAccept),
                Verdict::Recovering { .. } => (Last::Recovering, Gap::RecoverFinish),
                _ => return Ok(claimed),
            };
            self.set(key, Some(last));
            self.places.pass(gap);
            Ok(claimed)
        })
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        Box::pin(async move {
            let key = write.key;
            if let Some(gap) = self.before(&write) {
                self.places.pass(gap);
            }
            let written = self.store.write(write).await?;
            if let Some(gap) = self.after(key, written) {
                self.places.pass(gap);
            }
            Ok(written)
        })
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        self.store.end(lifetime)
    }

    fn held(&self) -> Stored<'_, Held> {
        self.store.held()
    }
}
