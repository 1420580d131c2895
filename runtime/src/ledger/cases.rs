//! Events that the tests of the stores are written with.

use super::{
    AnswerHash, Attempt, BindingHash, Body, ChainKey, ChainName, Claim, Lifetime, Owner, Start,
    Terms, TokenHash, Transition,
};

/// The chain `chain` of the owner `owner`.
pub(super) fn key(owner: u8, chain: u8) -> ChainKey {
    ChainKey {
        owner: Owner::from_bytes([owner; 32]),
        chain: ChainName::from_bytes([chain; 32]),
    }
}

pub(super) fn lifetime() -> Lifetime {
    Lifetime::from_bytes([1; 32])
}

fn body(bytes: usize) -> Body {
    Body::from(vec![7; bytes])
}

pub(super) fn starting(key: ChainKey) -> Start {
    Start {
        key,
        lifetime: lifetime(),
        binding: BindingHash::from_bytes([2; 32]),
        attempt: Attempt::from_bytes([3; 16]),
        terms: Terms::default(),
        reserve: 1_000,
    }
}

pub(super) fn claiming(key: ChainKey, round: u8, answer: u8, by: u8) -> Claim {
    Claim {
        key,
        lifetime: lifetime(),
        binding: BindingHash::from_bytes([2; 32]),
        token: TokenHash::from_bytes([round; 32]),
        answer: AnswerHash::from_bytes([answer; 32]),
        attempt: Attempt::from_bytes([by; 16]),
    }
}

pub(super) fn prompt(round: u8, says: u8) -> Transition {
    Transition::Prompt {
        token: TokenHash::from_bytes([round; 32]),
        ttl: None,
        state: body(100),
        shown: Body::from(vec![says; 50]),
    }
}

pub(super) fn accept() -> Transition {
    Transition::Accept {
        state: body(200),
        reserve: 1_000,
    }
}
