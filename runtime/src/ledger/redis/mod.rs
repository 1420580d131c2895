//! The store in Redis.

mod arguments;
mod link;
mod options;
mod reply;
mod requires;
mod script;

use std::fmt;
use std::sync::Arc;

use self::arguments::Arguments;
use self::link::{Call, Link, Wait};
use self::reply::{Again, Reply};
use self::script::{CLAIM, END, HELD, START, Script, WRITE};
use super::{
    Claim, Claimed, Held, Lifetime, Limits, Owner, Start, Started, Store, StoreError, Stored,
    Transition, Write, Written,
};
use crate::clock::Clock;
pub use options::RedisOptions;
pub use requires::RedisOpenError;

/// A store in Redis: a fleet of processes shares it, and it survives their restarts, and its own.
///
/// Every transition is one script on the server, one round trip, by the server's own time. Limits are counted in it, and what has
/// expired is swept in calls that start, a bounded number each; there is no timer. The scripts are loaded when the server does
/// not know them, and a connection that was lost is made again; whatever is sent may be sent again.
///
/// Redis gets names as hashes, and bodies as the caller gives them: sealed. It is opened only on a server that keeps what it was
/// told: with `maxmemory-policy noeviction` and `appendonly yes`. Give it more memory than the limits' bytes: a server that is out
/// of memory takes no answer. With `appendfsync everysec`, Redis' default, a power failure can lose the last second or two, and so
/// can a crash of Redis itself while it waits for the disk; an answer in them could count again: see [`RedisOptions::written_through`], and for fail-over to a replica [`RedisOptions::replicas`].
///
/// It calls EVALSHA, EVAL and INFO, and GET and SET of one key; WAIT and CONFIG GET if what needs them is asked for; what the
/// scripts call is in hashes, a sorted set and a set whose names begin with the namespace in braces.
///
/// It needs a tokio runtime, and is tested with Redis 7; a node of a Redis Cluster is refused. For `rediss://` (TLS) name the
/// `redis` crate in the same version among your own dependencies with one of its TLS features, like `tokio-rustls-comp`. Clones
/// are one and the same store.
///
/// ```no_run
/// use askback::ledger::{Limits, RedisStore};
///
/// # async fn open() -> Result<(), askback::ledger::RedisOpenError> {
/// let store = RedisStore::open("redis://127.0.0.1/", Limits::default()).await?;
/// # drop(store);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore(Arc<Inner>);

struct Inner {
    link: Link,
    /// Where answers are accepted, if replicas are waited for.
    accepting: Option<(Link, Wait)>,
    /// What one shard may hold.
    share: Limits,
    /// The keys of each.
    shards: Vec<[String; 6]>,
    namespace: String,
    /// `None` is the server's own.
    clock: Option<Arc<dyn Clock>>,
}

impl RedisStore {
    /// Opens the store at `url`: `redis://[user[:password]@]host[:port][/database]`.
    ///
    /// # Errors
    /// As [`RedisOptions::open`].
    pub async fn open(url: &str, limits: Limits) -> Result<Self, RedisOpenError> {
        Self::options(url).limits(limits).open().await
    }

    /// How to open the store at `url` otherwise.
    pub fn options(url: &str) -> RedisOptions {
        RedisOptions::new(url)
    }
}

/// Shows the namespace, and each shard's limits.
impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore")
            .field("namespace", &self.0.namespace)
            .field("shards", &self.0.shards.len())
            .field("share", &self.0.share)
            .finish_non_exhaustive()
    }
}

impl Inner {
    fn arguments(&self) -> Arguments {
        let now = self.clock.as_ref().map(|clock| clock.now());
        Arguments::new(now, &self.share)
    }

    fn shard(&self, owner: &Owner) -> &[String] {
        // There is no store without a shard.
        self.shards
            .get(owner.shard(self.shards.len()))
            .map_or(&[], |keys| keys.as_slice())
    }

    async fn run(
        &self,
        script: &Script,
        keys: &[String],
        arguments: Arguments,
    ) -> Result<Reply, StoreError> {
        let call = Call {
            script,
            keys,
            arguments: &arguments.0,
        };
        Reply::new(self.link.call(call).await?)
    }

    async fn start(&self, start: &Start) -> Result<Started, StoreError> {
        let keys = self.shard(&start.key.owner);
        loop {
            let arguments = self.arguments().start(start);
            // Each time fewer are due.
            if let Ok(started) = self.run(&START, keys, arguments).await?.started()? {
                return Ok(started);
            }
        }
    }

    async fn write(&self, write: &Write) -> Result<Written, StoreError> {
        let keys = self.shard(&write.key.owner);
        loop {
            let arguments = self.arguments().write(write);
            let (reply, kept) = match (&write.transition, &self.accepting) {
                (Transition::Accept { .. }, Some((link, wait))) => {
                    let call = Call {
                        script: &WRITE,
                        keys,
                        arguments: &arguments.0,
                    };
                    let (value, kept) = link.call_and_wait(call, *wait).await?;
                    (Reply::new(value)?, kept)
                }
                _ => (self.run(&WRITE, keys, arguments).await?, true),
            };
            match reply.written()? {
                Ok(Written::Accepted) if !kept => {
                    return Err(StoreError::new(
                        "fewer replicas of Redis have the answer than have to; the same may be tried again",
                    ));
                }
                Ok(written) => return Ok(written),
                Err(Again) => {}
            }
        }
    }

    async fn end(&self, lifetime: Lifetime) -> Result<(), StoreError> {
        for keys in &self.shards {
            let mut page = Some(b"0".to_vec());
            while let Some(cursor) = page {
                let arguments = self.arguments().end(&lifetime, &cursor);
                page = self.run(&END, keys, arguments).await?.next_page()?;
            }
        }
        Ok(())
    }

    async fn held(&self) -> Result<Held, StoreError> {
        let mut sum = Held::default();
        for keys in &self.shards {
            let held = self.run(&HELD, keys, self.arguments()).await?.held()?;
            sum.chains = sum.chains.saturating_add(held.chains);
            sum.open_chains = sum.open_chains.saturating_add(held.open_chains);
            sum.bytes = sum.bytes.saturating_add(held.bytes);
        }
        Ok(sum)
    }
}

impl Store for RedisStore {
    fn start(&self, start: Start) -> Stored<'_, Started> {
        Box::pin(async move { self.0.start(&start).await })
    }

    fn claim(&self, claim: Claim) -> Stored<'_, Claimed> {
        Box::pin(async move {
            let keys = self.0.shard(&claim.key.owner);
            let arguments = self.0.arguments().claim(&claim);
            self.0.run(&CLAIM, keys, arguments).await?.claimed()
        })
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        Box::pin(async move { self.0.write(&write).await })
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        Box::pin(self.0.end(lifetime))
    }

    fn held(&self) -> Stored<'_, Held> {
        Box::pin(self.0.held())
    }
}
