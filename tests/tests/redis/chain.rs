//! One chain, in the words of the tests.

use std::sync::Arc;

use askback::ledger::{
    AnswerHash, Attempt, BindingHash, Body, ChainKey, ChainName, Claim, Claimed, Lifetime, Limits,
    Owner, RedisOptions, RedisStore, Start, Started, Store, StoreError, Terms, TokenHash,
    Transition, Verdict, Write, Written,
};
use askback::testing::ManualClock;

use crate::server::Server;

pub(crate) fn options(server: &Server) -> RedisOptions {
    RedisStore::options(&server.url())
}

pub(crate) async fn store(server: &Server) -> RedisStore {
    options(server).open().await.unwrap()
}

/// A store whose time a test moves.
pub(crate) async fn timed(server: &Server, limits: Limits) -> (RedisStore, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::default());
    let options = options(server).limits(limits).clock(clock.clone());
    (options.open().await.unwrap(), clock)
}

#[derive(Clone, Copy)]
pub(crate) struct Chain(pub(crate) ChainKey);

pub(crate) fn lifetime(number: u8) -> Lifetime {
    Lifetime::from_bytes([number; 32])
}

pub(crate) fn prompt(round: u8) -> Transition {
    Transition::Prompt {
        token: TokenHash::from_bytes([round; 32]),
        ttl: None,
        state: Body::from(vec![round; 100]),
        shown: Body::from(vec![round; 50]),
    }
}

pub(crate) fn accept() -> Transition {
    Transition::Accept {
        state: Body::from(vec![9; 200]),
        reserve: 1_000,
    }
}

impl Chain {
    pub(crate) fn new(owner: u16, chain: u16) -> Self {
        let bytes = |number: u16| {
            let mut bytes = [0; 32];
            bytes[..2].copy_from_slice(&number.to_be_bytes());
            bytes
        };
        // The shard is in the first four bytes.
        let mut owner_bytes = [0; 32];
        owner_bytes[2..4].copy_from_slice(&owner.to_be_bytes());
        Self(ChainKey {
            owner: Owner::from_bytes(owner_bytes),
            chain: ChainName::from_bytes(bytes(chain)),
        })
    }

    pub(crate) fn starting(&self, reserve: u64) -> Start {
        Start {
            key: self.0,
            lifetime: lifetime(1),
            binding: BindingHash::from_bytes([2; 32]),
            attempt: Attempt::from_bytes([3; 16]),
            terms: Terms::default(),
            reserve,
        }
    }

    pub(crate) fn claiming(&self, round: u8, answer: u8, by: u8) -> Claim {
        Claim {
            key: self.0,
            lifetime: lifetime(1),
            binding: BindingHash::from_bytes([2; 32]),
            token: TokenHash::from_bytes([round; 32]),
            answer: AnswerHash::from_bytes([answer; 32]),
            attempt: Attempt::from_bytes([by; 16]),
        }
    }

    /// Starts it and asks once.
    pub(crate) async fn open(&self, store: &RedisStore) {
        let started = store.start(self.starting(1_000)).await.unwrap();
        assert!(matches!(started, Started::Granted(_)), "{started:?}");
        let written = self.write(store, 1, prompt(1)).await.unwrap();
        assert!(matches!(written, Written::Prompted { .. }), "{written:?}");
    }

    pub(crate) async fn claim(
        &self,
        store: &RedisStore,
        round: u8,
        answer: u8,
        by: u8,
    ) -> Result<Claimed, StoreError> {
        store.claim(self.claiming(round, answer, by)).await
    }

    /// Claims it; gives the fence.
    pub(crate) async fn hold(&self, store: &RedisStore, round: u8) -> u64 {
        let claimed = self.claim(store, round, round, round).await.unwrap();
        match claimed.verdict {
            Verdict::Claimed { grant, .. } => grant.fence,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn write(
        &self,
        store: &RedisStore,
        fence: u64,
        transition: Transition,
    ) -> Result<Written, StoreError> {
        let key = self.0;
        store
            .write(Write {
                key,
                fence,
                transition,
            })
            .await
    }
}
