//! What a server has to be like, so that it loses nothing that was accepted.

use std::error::Error;
use std::fmt;

use super::super::StoreError;

/// Why a [`RedisStore`](super::RedisStore) was not opened.
///
/// Its text names neither the password nor the user of the URL.
#[derive(Debug)]
#[non_exhaustive]
pub enum RedisOpenError {
    /// The URL is none that the `redis` crate takes. Its source says why.
    Url(Box<dyn Error + Send + Sync>),
    /// The namespace is empty, longer than 64 characters, or has others than ASCII letters, digits, `-`, `_`, `.` and `:`.
    Namespace,
    /// There is no shard, there are more than 16,384, or there are fewer chains or bytes in the limits than shards.
    Shards,
    /// The server could not be reached, or refused. The source says why.
    Server(StoreError),
    /// The server evicts keys when its memory is full: what a person accepted would be forgotten. Holds its `maxmemory-policy`.
    Evicts(String),
    /// The server keeps no append-only file: after a restart an answer could count twice.
    NotPersistent,
    /// The server does not write each answer through to the disk, which was asked for. Holds its `appendfsync`; `None` if it
    /// would not say.
    NotWrittenThrough(Option<String>),
    /// The server is a replica: it takes no writes.
    Replica,
    /// The server is a node of a cluster.
    Cluster,
    /// The server did not say what it is like.
    Unknown,
    /// Others use this namespace in another way: another number of shards, or another version. Holds what they wrote down.
    Layout(String),
}

impl fmt::Display for RedisOpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ledger's Redis: ")?;
        match self {
            Self::Url(_) => f.write_str("the URL cannot be used; write it like redis://host:6379/0"),
            Self::Namespace => f.write_str(
                "the namespace has to have 1 to 64 ASCII letters, digits or any of `-_.:`",
            ),
            Self::Shards => f.write_str(
                "the number of shards has to be at least 1, and at most 16384 and the chains and the bytes of the limits",
            ),
            Self::Server(_) => f.write_str("the server could not be asked; check the URL, the credentials and the server"),
            Self::Evicts(policy) => write!(
                f,
                "its maxmemory-policy is {policy:?}, so that it forgets what people answered; set `maxmemory-policy noeviction`"
            ),
            Self::NotPersistent => f.write_str(
                "it keeps no append-only file, so that a restart forgets what people answered; set `appendonly yes`",
            ),
            Self::NotWrittenThrough(policy) => write!(
                f,
                "answers are to be written through to the disk, and its appendfsync is {}; set `appendfsync always`",
                policy.as_deref().unwrap_or("not known")
            ),
            Self::Replica => f.write_str("it is a replica and takes no writes; connect to the primary"),
            Self::Cluster => f.write_str(
                "it is a node of a cluster, which is not supported; use a server outside of clusters, or a proxy in front of one",
            ),
            Self::Unknown => f.write_str(
                "INFO did not say what it is like; allow it, or open the store `unchecked` once you have looked yourself",
            ),
            Self::Layout(found) => write!(
                f,
                "others use this namespace as {found:?}; use as many shards and the version that they do, or another namespace"
            ),
        }
    }
}

impl Error for RedisOpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Url(source) => Some(source.as_ref()),
            Self::Server(source) => Some(source),
            _ => None,
        }
    }
}

fn field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines()
        .find_map(|line| line.trim_end().strip_prefix(name)?.strip_prefix(':'))
}

/// Whether the server has not read yet what it kept. Until then it says that it keeps nothing.
pub(super) fn is_loading(info: &str) -> bool {
    field(info, "loading") == Some("1")
}

/// Looks through what INFO says.
pub(super) fn check_info(info: &str) -> Result<(), RedisOpenError> {
    let field = |name| field(info, name);
    match field("cluster_enabled") {
        Some("0") | None => {}
        Some(_) => return Err(RedisOpenError::Cluster),
    }
    match field("role") {
        Some("master") => {}
        Some(_) => return Err(RedisOpenError::Replica),
        None => return Err(RedisOpenError::Unknown),
    }
    match field("maxmemory_policy") {
        Some("noeviction") => {}
        Some(policy) => return Err(RedisOpenError::Evicts(policy.to_owned())),
        None => return Err(RedisOpenError::Unknown),
    }
    match field("aof_enabled") {
        Some("1") => Ok(()),
        Some(_) => Err(RedisOpenError::NotPersistent),
        None => Err(RedisOpenError::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# Server\r\nredis_version:7.0.15\r\n# Memory\r\nmaxmemory_policy:noeviction\r\n\
        # Persistence\r\naof_enabled:1\r\n# Replication\r\nrole:master\r\n# Cluster\r\ncluster_enabled:0\r\n";

    #[test]
    fn a_server_that_loses_nothing_will_do() {
        assert!(check_info(GOOD).is_ok());
    }

    #[test]
    fn what_loads_is_told_from_what_keeps_nothing() {
        assert!(!is_loading(GOOD));
        assert!(!is_loading("loading:0\r\nasync_loading:1\r\n"));
        assert!(is_loading("async_loading:0\r\nloading:1\r\n"));
    }

    #[test]
    fn each_thing_amiss_is_named() {
        let with = |from: &str, to: &str| check_info(&GOOD.replace(from, to));
        assert!(matches!(
            with("noeviction", "allkeys-lru"),
            Err(RedisOpenError::Evicts(policy)) if policy == "allkeys-lru"
        ));
        let without_file = with("aof_enabled:1", "aof_enabled:0");
        assert!(matches!(without_file, Err(RedisOpenError::NotPersistent)));
        let replica = with("role:master", "role:slave");
        assert!(matches!(replica, Err(RedisOpenError::Replica)));
        let cluster = with("cluster_enabled:0", "cluster_enabled:1");
        assert!(matches!(cluster, Err(RedisOpenError::Cluster)));
    }

    #[test]
    fn what_is_not_said_is_not_taken_for_granted() {
        for field in ["maxmemory_policy", "aof_enabled", "role"] {
            let other = GOOD.replace(field, "something");
            assert!(matches!(check_info(&other), Err(RedisOpenError::Unknown)));
        }
        assert!(matches!(check_info(""), Err(RedisOpenError::Unknown)));
    }

    #[test]
    fn every_text_says_what_to_do() {
        for error in [
            RedisOpenError::Namespace,
            RedisOpenError::Evicts("volatile-ttl".to_owned()),
            RedisOpenError::NotWrittenThrough(None),
        ] {
            let text = error.to_string();
            assert!(text.starts_with("the ledger's Redis: "), "{text}");
            assert!(text.contains("set `") || text.contains("has to"), "{text}");
        }
    }
}
