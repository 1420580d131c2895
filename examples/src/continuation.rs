//! Where a server keeps its conversations, as the command line says it.

use std::str::FromStr;

use anyhow::bail;
use askback::Builder;
use askback::ledger::{MemoryStore, RedisStore};

/// Where a server keeps its conversations between two rounds.
///
/// ```
/// use askback_examples::Continuation;
///
/// let kept: Continuation = "redis://127.0.0.1:6379/".parse()?;
/// assert_eq!(kept, Continuation::Redis("redis://127.0.0.1:6379/".to_owned()));
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Continuation {
    /// With the client, sealed.
    #[default]
    Sealed,
    /// In a ledger in the server's memory.
    Memory,
    /// In a ledger in the Redis at this URL.
    Redis(String),
}

impl FromStr for Continuation {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "sealed" => Self::Sealed,
            "memory" => Self::Memory,
            url if url.starts_with("redis://") => Self::Redis(url.to_owned()),
            // Without what it is: a URL may have a password in it.
            _ => bail!("a continuation is one of `sealed`, `memory`, `redis://HOST:PORT/`"),
        })
    }
}

impl Continuation {
    /// Puts it into the configuration of a server. One in Redis needs a [`key`](Builder::key) as well.
    ///
    /// # Errors
    ///
    /// The Redis cannot be reached, or forgets what people answered.
    pub async fn keep(self, builder: Builder) -> anyhow::Result<Builder> {
        Ok(match self {
            Self::Sealed => builder,
            Self::Memory => builder.ledger(MemoryStore::default()),
            Self::Redis(url) => builder.ledger(RedisStore::options(&url).open().await?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_none_is_not_shown() {
        assert_eq!(
            "sealed".parse::<Continuation>().unwrap(),
            Continuation::Sealed
        );
        assert_eq!(
            "memory".parse::<Continuation>().unwrap(),
            Continuation::Memory
        );
        let error = "rediss//:hunter2@host".parse::<Continuation>().unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
