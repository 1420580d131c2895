//! Verified resume: one record for each chain of prompts, kept on the server, so that an answer counts once.
//!
//! A client gets a token of 43 characters and nothing else. The record says what that token is bound to, whether its
//! prompt was answered and by what, and who holds the chain at the moment; [`machine`] says what may happen to it. A
//! [`Store`] keeps records and makes each transition atomic.
//!
//! What is held is held by a lease with a *fence*, a number that rises with every holder: a write counts only with the
//! current fence, and only while the lease lasts.

mod admission;
mod bodies;
#[cfg(test)]
mod cases;
mod codec;
mod event;
mod handle;
mod held;
mod limits;
pub mod machine;
mod memory;
mod names;
mod record;
#[cfg(feature = "redis")]
mod redis;
mod reply;
#[cfg(feature = "sqlite")]
mod sqlite;
mod states;
mod store;
#[cfg(test)]
mod tests;
mod token;

pub use admission::{Admission, Full, Need, Usage};
pub use codec::MalformedRecord;
pub use event::{Body, Claim, Start, Transition, Write};
pub use limits::{Limits, Terms};
pub use memory::MemoryStore;
pub use names::{
    AnswerHash, Attempt, BindingHash, ChainKey, ChainName, Lifetime, Owner, TokenHash,
};
pub use record::Record;
#[cfg(feature = "redis")]
pub use redis::{RedisOpenError, RedisOptions, RedisStore};
pub use reply::{Claimed, Closing, Grant, Guard, Started, Verdict, Written};
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
pub use store::{Held, Store, StoreError, Stored};
pub use token::Token;

pub(crate) use handle::{Ledger, Redeemed, Refusal};
pub(crate) use held::Renewal;
pub(crate) use states::{
    Claimed as ClaimedChain, Prompted, Recovering, Rejected, Reserved, Running, Uncommitted,
};
