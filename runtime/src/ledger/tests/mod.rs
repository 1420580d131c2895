//! A ledger as the rest of the crate uses it.

mod conversations;
mod leases;
mod wrong;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::bodies::Shown;
use super::handle::{Ledger, Redeemed, Refusal};
use super::states::{Claimed, Prompted, Recovering, Reserved, Running, Uncommitted};
use super::*;
use crate::clock::ManualClock;
use crate::seal::{Audience, Binding, Keyring, Principal};

pub(super) const RESERVE: u64 = 1_000;

/// What goes wrong with a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    None,
    /// Every other reply gets lost, after it has had its effect.
    LosesReplies,
    /// Renewals never come back.
    HangsOnRenewal,
    /// Renewals fail.
    FailsOnRenewal,
}

#[derive(Debug)]
pub(super) struct Troubled {
    store: MemoryStore,
    trouble: Trouble,
    calls: AtomicUsize,
}

impl Troubled {
    fn lose<'a, T: Send + 'a>(&self, stored: Stored<'a, T>) -> Stored<'a, T> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        if self.trouble == Trouble::LosesReplies && call.is_multiple_of(2) {
            return Box::pin(async move {
                stored.await?;
                Err(StoreError::new("the line is dead"))
            });
        }
        stored
    }
}

impl Store for Troubled {
    fn start(&self, start: Start) -> Stored<'_, Started> {
        self.lose(self.store.start(start))
    }

    fn claim(&self, claim: Claim) -> Stored<'_, super::Claimed> {
        self.lose(self.store.claim(claim))
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        match (self.trouble, &write.transition) {
            (Trouble::HangsOnRenewal, Transition::Renew) => Box::pin(std::future::pending()),
            (Trouble::FailsOnRenewal, Transition::Renew) => {
                Box::pin(async { Err(StoreError::new("the line is dead")) })
            }
            _ => self.lose(self.store.write(write)),
        }
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        self.store.end(lifetime)
    }

    fn held(&self) -> Stored<'_, Held> {
        self.store.held()
    }
}

pub(super) struct Bench {
    pub(super) clock: Arc<ManualClock>,
    pub(super) store: MemoryStore,
    pub(super) ledger: Arc<Ledger>,
}

pub(super) fn principal(name: &str) -> Principal {
    Principal::new("issuer", name, "").unwrap()
}

pub(super) fn binding() -> Binding<'static> {
    Binding {
        principal: b"",
        method: "tools/call",
        name: "delete",
        arguments: [1; 32],
        bind: b"",
    }
}

pub(super) fn answer(number: u8) -> AnswerHash {
    AnswerHash::from_bytes([number; 32])
}

pub(super) fn keyring(first: u8) -> Arc<Keyring> {
    Arc::new(Keyring::new([[first; 32]]).unwrap())
}

impl Bench {
    pub(super) fn new(trouble: Trouble, keyring: Option<Arc<Keyring>>) -> Self {
        let clock = Arc::new(ManualClock::default());
        let store = MemoryStore::new(clock.clone(), Limits::default());
        let troubled = Troubled {
            store: store.clone(),
            trouble,
            calls: AtomicUsize::new(0),
        };
        let ledger = Self::over(Arc::new(troubled), &clock, keyring);
        Self {
            clock,
            store,
            ledger,
        }
    }

    pub(super) fn over(
        store: Arc<dyn Store>,
        clock: &Arc<ManualClock>,
        keyring: Option<Arc<Keyring>>,
    ) -> Arc<Ledger> {
        let audience = Audience::new("a").unwrap();
        let lifetime = Lifetime::named(&audience, "one");
        Ledger::new(store, clock.clone(), audience, lifetime, keyring)
    }

    pub(super) async fn reserved(&self) -> Reserved {
        let terms = Terms::default();
        let (ada, bound) = (principal("ada"), binding());
        let started = self.ledger.start(&ada, &bound, terms, RESERVE);
        started
            .await
            .unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    /// The first prompt.
    pub(super) async fn open(&self) -> Prompted {
        let reserved = self.reserved().await;
        let prompted = reserved.prompt(b"state 1".to_vec(), b"prompt 1", None);
        prompted.await.unwrap()
    }

    pub(super) async fn redeem(&self, token: &Token, number: u8) -> Result<Redeemed, Refusal> {
        let (text, ada, binding) = (token.text(), principal("ada"), binding());
        let redeemed = self.ledger.redeem(&text, &ada, &binding, answer(number));
        redeemed.await
    }

    pub(super) async fn claimed(&self, token: &Token) -> Claimed {
        match self.redeem(token, 1).await {
            Ok(Redeemed::Claimed(claimed)) => claimed,
            other => panic!("{}", what(&other)),
        }
    }

    pub(super) async fn running(&self, token: &Token) -> Running {
        let accepted = self
            .claimed(token)
            .await
            .accept(b"answered".to_vec(), RESERVE);
        accepted
            .await
            .unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    pub(super) async fn recovering(&self, token: &Token) -> Recovering {
        match self.redeem(token, 1).await {
            Ok(Redeemed::Recovering(recovering)) => recovering,
            other => panic!("{}", what(&other)),
        }
    }

    pub(super) async fn replayed(&self, token: &Token) -> (Shown, u64) {
        match self.redeem(token, 1).await {
            Ok(Redeemed::Replayed(shown, expiry)) => (shown, expiry),
            other => panic!("{}", what(&other)),
        }
    }

    pub(super) async fn held(&self) -> Held {
        self.store.held().await.unwrap()
    }
}

pub(super) fn what(redeemed: &Result<Redeemed, Refusal>) -> String {
    match redeemed {
        Ok(Redeemed::Claimed(_)) => "claimed".to_owned(),
        Ok(Redeemed::Recovering(_)) => "recovering".to_owned(),
        Ok(Redeemed::Replayed(..)) => "replayed".to_owned(),
        Ok(Redeemed::Declined(_)) => "declined".to_owned(),
        Ok(Redeemed::Exhausted) => "exhausted".to_owned(),
        Ok(Redeemed::AlreadyRan) => "already ran".to_owned(),
        Err(Refusal::Busy(_)) => "busy".to_owned(),
        Err(Refusal::Conflict) => "conflict".to_owned(),
        Err(Refusal::Invalid) => "invalid".to_owned(),
        Err(Refusal::Unavailable(error)) => error.to_string(),
    }
}
