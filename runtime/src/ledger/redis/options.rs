//! How a store in Redis is opened.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use redis::{Client, FromRedisValue, Value};

use super::super::{Limits, StoreError};
use super::link::{Link, Wait};
use super::requires::{check_info, is_loading};
use super::script::keys;
use super::{Inner, RedisOpenError, RedisStore};
use crate::clock::Clock;

/// What is kept, and how; with the number of shards it is written down in Redis, so that all processes agree.
const VERSION: u32 = 1;
/// Redis Cluster has as many slots.
const MOST_SHARDS: usize = 16_384;
const MOST_NAMESPACE: usize = 64;
/// How long to wait before a server that is loading is asked again.
const PAUSE: Duration = Duration::from_millis(50);

/// How a [`RedisStore`] is opened; from [`RedisStore::options`].
///
/// All processes that share a store say the same limits, namespace and shards.
#[derive(Clone)]
#[must_use = "nothing happens before it is opened"]
pub struct RedisOptions {
    url: String,
    limits: Limits,
    namespace: String,
    shards: usize,
    patience: Duration,
    replicas: Option<(u32, Duration)>,
    written_through: bool,
    checked: bool,
    clock: Option<Arc<dyn Clock>>,
}

impl RedisOptions {
    pub(super) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            limits: Limits::default(),
            namespace: "askback".to_owned(),
            shards: 1,
            patience: Duration::from_secs(5),
            replicas: None,
            written_through: false,
            checked: true,
            clock: None,
        }
    }

    /// How much it holds, and for how long. Default: [`Limits::default`].
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// What its keys begin with: 1 to 64 ASCII letters, digits or any of `-_.:`. Stores of different namespaces share nothing,
    /// no budget either. Default: `askback`.
    pub fn namespace(mut self, namespace: &str) -> Self {
        namespace.clone_into(&mut self.namespace);
        self
    }

    /// In how many shards the chains are, by their owners; at most 16,384. Each has a hash tag of its own, so that a proxy can
    /// spread them over several servers, and an equal share of the limits' chains and bytes, rounded down: with more shards than
    /// one the ledger can be full for some owners before it is for others. Default: 1.
    pub fn shards(mut self, shards: usize) -> Self {
        self.shards = shards;
        self
    }

    /// How long one transition may take, time to connect again included; then it is an error, and may be tried again. Less than
    /// a third of the lease. Default: 5 seconds.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// An answer counts only once at least so many replicas have it, as `WAIT` tells; when they do not within that time, accepting
    /// it is an error, and may be tried again. It takes a connection of its own. Default: no replica.
    pub fn replicas(mut self, replicas: u32, within: Duration) -> Self {
        self.replicas = Some((replicas, within));
        self
    }

    /// Opens the store only if the server writes each answer through to the disk (`appendfsync always`), so that neither a
    /// crash nor a power failure loses one. Without it a second or two of answers can be lost then, and count again.
    pub fn written_through(mut self) -> Self {
        self.written_through = true;
        self
    }

    /// Opens the store whatever the server is like: it may evict, or forget at a restart. What it forgets can be answered again,
    /// so this is for tests, and for servers that do not say what they are like.
    pub fn unchecked(mut self) -> Self {
        self.checked = false;
        self
    }

    /// Goes by this clock in place of the server's `TIME`.
    #[cfg(any(test, feature = "testing"))]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Connects, looks at what the server is like, and opens the store. On a tokio runtime with its time and I/O enabled.
    ///
    /// # Errors
    /// [`RedisOpenError`]: what is said here cannot be, the server cannot be reached within the patience, or it is not such that
    /// it keeps what people answered.
    pub async fn open(self) -> Result<RedisStore, RedisOpenError> {
        self.check()?;
        let url = |error| RedisOpenError::Url(Box::new(error));
        let client = Client::open(self.url.as_str()).map_err(url)?;
        let link = Link::new(client.clone(), self.patience).map_err(url)?;
        if self.checked {
            let checked = tokio::time::timeout(self.patience, check_server(&link)).await;
            checked.map_err(|_| {
                let what = "Redis is loading what it has kept, or too slow; try again later";
                RedisOpenError::Server(StoreError::new(what))
            })??;
        }
        if self.written_through {
            check_written_through(&link).await?;
        }
        self.agree(&link).await?;
        let accepting = match self.replicas {
            Some((replicas, within)) => {
                // WAIT holds up everything behind it.
                let patience = self.patience.saturating_add(within);
                let millis = u64::try_from(within.as_millis()).unwrap_or(u64::MAX);
                // To Redis 0 is for ever.
                let millis = millis.clamp(1, u32::MAX.into());
                let link = Link::new(client, patience).map_err(url)?;
                Some((link, Wait { replicas, millis }))
            }
            None => None,
        };
        let shards = u64::try_from(self.shards).unwrap_or(u64::MAX).max(1);
        // All chains of an owner are in one shard, which it does not fill for the others there.
        let of_owner = |most: u64, all: u64| match shards {
            1 => most,
            _ => most.min((all / shards).div_ceil(4)),
        };
        let share = Limits {
            chains: self.limits.chains / shards,
            bytes: self.limits.bytes / shards,
            all_chains_per_owner: of_owner(self.limits.all_chains_per_owner, self.limits.chains),
            bytes_per_owner: of_owner(self.limits.bytes_per_owner, self.limits.bytes),
            ..self.limits
        };
        Ok(RedisStore(Arc::new(Inner {
            link,
            accepting,
            share,
            shards: (0..self.shards)
                .map(|shard| keys(&self.namespace, shard))
                .collect(),
            namespace: self.namespace,
            clock: self.clock,
        })))
    }

    fn check(&self) -> Result<(), RedisOpenError> {
        let fits = |char: char| char.is_ascii_alphanumeric() || "-_.:".contains(char);
        let length = self.namespace.len();
        if length == 0 || length > MOST_NAMESPACE || !self.namespace.chars().all(fits) {
            return Err(RedisOpenError::Namespace);
        }
        let shards = u64::try_from(self.shards).unwrap_or(u64::MAX);
        if !(1..=MOST_SHARDS).contains(&self.shards)
            || shards > self.limits.chains.max(1)
            || shards > self.limits.bytes.max(1)
        {
            return Err(RedisOpenError::Shards);
        }
        Ok(())
    }

    /// Writes down how the namespace is used, or finds that others use it just so.
    async fn agree(&self, link: &Link) -> Result<(), RedisOpenError> {
        let layout = format!("version {VERSION}, {} shards", self.shards);
        let key = format!("{{{}}}:layout", self.namespace);
        let mut set = redis::cmd("SET");
        set.arg(&key).arg(&layout).arg("NX");
        let mut get = redis::cmd("GET");
        get.arg(&key);
        let values = link
            .ask(&[set, get])
            .await
            .map_err(RedisOpenError::Server)?;
        let found: String = read(values).ok_or(RedisOpenError::Unknown)?;
        if found == layout {
            Ok(())
        } else {
            Err(RedisOpenError::Layout(found))
        }
    }
}

/// Shows neither the URL nor anything in it.
impl fmt::Debug for RedisOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisOptions")
            .field("limits", &self.limits)
            .field("namespace", &self.namespace)
            .field("shards", &self.shards)
            .field("patience", &self.patience)
            .field("replicas", &self.replicas)
            .field("written_through", &self.written_through)
            .field("checked", &self.checked)
            .finish_non_exhaustive()
    }
}

/// What the last command said.
fn read<T: FromRedisValue>(mut values: Vec<Value>) -> Option<T> {
    redis::from_redis_value(values.pop()?).ok()
}

async fn check_server(link: &Link) -> Result<(), RedisOpenError> {
    loop {
        let values = link
            .ask(&[redis::cmd("INFO")])
            .await
            .map_err(RedisOpenError::Server)?;
        let info: String = read(values).ok_or(RedisOpenError::Unknown)?;
        if !is_loading(&info) {
            return check_info(&info);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn check_written_through(link: &Link) -> Result<(), RedisOpenError> {
    let mut command = redis::cmd("CONFIG");
    command.arg("GET").arg("appendfsync");
    let values = link.ask(&[command]).await.map_err(RedisOpenError::Server)?;
    let mut settings: HashMap<String, String> = read(values).unwrap_or_default();
    match settings.remove("appendfsync") {
        Some(policy) if policy == "always" => Ok(()),
        policy => Err(RedisOpenError::NotWrittenThrough(policy)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_cannot_be_is_said_before_anything_is_sent() {
        // Nobody listens there.
        let options = || RedisStore::options("redis://127.0.0.1:1");
        for namespace in ["", "a{b", "a b", "ä", &"a".repeat(65)] {
            let opened = options().namespace(namespace).open().await;
            assert!(matches!(opened, Err(RedisOpenError::Namespace)));
        }
        let small = Limits {
            chains: 3,
            ..Limits::default()
        };
        for (shards, limits) in [(0, small), (4, small), (16_385, Limits::default())] {
            let opened = options().shards(shards).limits(limits).open().await;
            assert!(matches!(opened, Err(RedisOpenError::Shards)));
        }
        for url in ["", "http://127.0.0.1", "127.0.0.1", "redis://"] {
            let opened = RedisStore::options(url)
                .patience(Duration::ZERO)
                .open()
                .await;
            assert!(matches!(opened, Err(RedisOpenError::Url(_))), "{url}");
        }
    }

    #[tokio::test]
    async fn a_url_that_cannot_be_used_is_not_repeated() {
        for url in [
            "redis://user:secret@",
            "redis://user:secret@127.0.0.1:port",
            "redis://user:secret@127.0.0.1/secret",
            "rediss://user:secret@127.0.0.1:1/",
            "secret",
        ] {
            let options = RedisStore::options(url).patience(Duration::ZERO);
            let error = options.open().await.unwrap_err();
            let mut text = format!("{error:?}");
            let mut cause: Option<&dyn std::error::Error> = Some(&error);
            while let Some(error) = cause {
                text += &error.to_string();
                cause = error.source();
            }
            assert!(!text.contains("secret"), "{text}");
        }
    }

    #[test]
    fn debug_shows_no_url() {
        let options = RedisStore::options("redis://:secret@there");
        let shown = format!("{options:?}");
        assert!(
            !shown.contains("secret") && !shown.contains("there"),
            "{shown}"
        );
    }
}
