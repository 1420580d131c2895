//! How an [`Askback`] is configured.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Askback, ConfigError};
use crate::clock::{Clock, SystemClock};
use crate::conversation::{Declines, Host, Kept, Tickets, check_ttl};
use crate::form::Policy;
use crate::ledger::{Ledger, Lifetime, Store};
use crate::seal::{Audience, Keyring, MAX_TTL, Seal, Spent};

/// Configures an [`Askback`].
#[must_use]
#[derive(Clone)]
pub struct Builder {
    keys: Vec<Vec<u8>>,
    ephemeral: bool,
    audience: Option<String>,
    ttl: Duration,
    rounds: Option<u32>,
    attempts: u32,
    policy: Option<Policy>,
    ledger: Option<Arc<dyn Store>>,
    lifetime: Option<String>,
    clock: Option<Arc<dyn Clock>>,
    pub(crate) callers: Option<Arc<dyn Any + Send + Sync>>,
    #[cfg(feature = "testing")]
    pub(crate) watch: crate::conversation::Watched,
}

impl Askback {
    /// Starts a configuration. Without any call it is what a server on stdio or in memory needs.
    pub fn builder() -> Builder {
        Builder {
            keys: Vec::new(),
            ephemeral: false,
            audience: None,
            ttl: Duration::from_secs(600),
            rounds: None,
            attempts: 3,
            policy: None,
            ledger: None,
            lifetime: None,
            clock: None,
            callers: None,
            #[cfg(feature = "testing")]
            watch: None,
        }
    }
}

impl Builder {
    /// Adds a key of 32 to 128 bytes, up to 8. The first seals, and each opens what it sealed.
    ///
    /// To rotate: add the new key last everywhere, then move it first, then drop the old one after the longest ttl.
    pub fn key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.keys.push(key.into());
        self
    }

    /// What this deployment is called, 1 to 512 bytes: bound into every token, so that one service's token is no other's.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audience = Some(audience.into());
        self
    }

    /// A key that lives and dies with this process. It is the default on stdio and in memory; over HTTP it has to be said.
    pub fn ephemeral_key(mut self) -> Self {
        self.ephemeral = true;
        self
    }

    /// Keeps the state of conversations in a ledger, so that an answer counts once in all processes that share it: see
    /// [`ledger`](crate::ledger). Handlers stay as they are; clients get a token of 43 characters instead of the sealed state.
    ///
    /// A store outside this process's memory gets bodies sealed, and needs a [`key`](Self::key) that all who share it have. In
    /// the handshake era questions are awaited in place, and nothing is kept. A gate by hand ([`Askback::ask`]) is sealed with a
    /// ledger too.
    ///
    /// ```
    /// use askback::Askback;
    /// use askback::ledger::MemoryStore;
    ///
    /// let askback = Askback::builder().ledger(MemoryStore::default()).build()?;
    /// # Ok::<(), askback::ConfigError>(())
    /// ```
    pub fn ledger(mut self, store: impl Store) -> Self {
        self.ledger = Some(Arc::new(store));
        self
    }

    /// What the lifetime of a ledger's conversations is called: [`Askback::end`] ends all of one lifetime, in every process that
    /// says the same name. Unless said it is the audience, and for a store in this process's memory a random one.
    pub fn lifetime(mut self, lifetime: impl Into<String>) -> Self {
        self.lifetime = Some(lifetime.into());
        self
    }

    /// How long a conversation may take, from its first question: 600 s unless said, 30 to 3,600 s, with a ledger to
    /// 86,400 s.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// How many rounds of questions a conversation may have, 1 to 100. Unless said 9 over MCP, whose clients give up after
    /// ten, and 10 in a registry.
    pub fn rounds(mut self, rounds: u32) -> Self {
        self.rounds = Some(rounds);
        self
    }

    /// How many invalid answers a question may get, and how many accepts of a visit that is not finished, 1 to 100: 3 unless
    /// said.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// How strictly answers are read. Unless said [`Policy::Portable`] over MCP, and [`Policy::Strict`] in a registry.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Time and randomness, for tests: what was used is then remembered by this [`Askback`] and its clones alone, while
    /// those that go by the system's clock share one memory in the process.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Makes the [`Askback`].
    ///
    /// # Errors
    ///
    /// [`ConfigError`] says which setting does not fit, and what fits.
    pub fn build(self) -> Result<Askback, ConfigError> {
        for (count, error) in [
            (
                self.rounds.unwrap_or(1),
                ConfigError::Rounds as fn(u32) -> _,
            ),
            (self.attempts, ConfigError::Attempts),
        ] {
            if !(1..=100).contains(&count) {
                return Err(error(count));
            }
        }
        let key_is_chosen = self.ephemeral || !self.keys.is_empty();
        let keyring = match (self.keys.is_empty(), self.ephemeral) {
            (false, true) => return Err(ConfigError::TwoKinds),
            (false, false) => Arc::new(Keyring::new(self.keys).map_err(ConfigError::Key)?),
            (true, _) => Keyring::ephemeral().map_err(ConfigError::Entropy)?,
        };
        let audience = match (self.audience, key_is_chosen && !self.ephemeral) {
            (Some(audience), _) => audience,
            (None, true) => return Err(ConfigError::NoAudience),
            (None, false) => "this process".to_owned(),
        };
        let audience = Audience::new(audience).map_err(ConfigError::Audience)?;
        let (clock, spent, declines, tickets) = match self.clock {
            None => (
                Arc::new(SystemClock) as Arc<dyn Clock>,
                process_spent(),
                process_declines(),
                process_tickets(),
            ),
            Some(clock) => (
                Arc::clone(&clock),
                Arc::new(Spent::new(clock)),
                Arc::default(),
                Arc::default(),
            ),
        };
        let kept = match self.ledger {
            Some(store) => {
                store.adopt(&clock);
                check_ttl(self.ttl).map_err(ConfigError::LedgerTtl)?;
                let in_process = store.is_in_process();
                if !in_process && (self.ephemeral || !key_is_chosen) {
                    return Err(ConfigError::LedgerKey);
                }
                let lifetime = match (&self.lifetime, in_process) {
                    (Some(name), _) => Lifetime::named(&audience, name),
                    (None, true) => Lifetime::random(&*clock).map_err(ConfigError::Entropy)?,
                    (None, false) => Lifetime::named(&audience, audience.as_str()),
                };
                let keyring = (!in_process).then(|| Arc::clone(&keyring));
                let (clock, audience) = (Arc::clone(&clock), audience.clone());
                let ledger = Ledger::new(store, clock, audience, lifetime, keyring);
                Some(Kept {
                    ledger,
                    ttl: self.ttl,
                })
            }
            None if self.lifetime.is_some() => return Err(ConfigError::Lifetime),
            None => None,
        };
        // What stays sealed beside a ledger has a shorter life.
        let ttl = match kept {
            Some(_) => self.ttl.min(MAX_TTL),
            None => self.ttl,
        };
        let seal =
            Seal::new(keyring, audience, ttl, Arc::clone(&clock)).map_err(ConfigError::Ttl)?;
        Ok(Askback {
            host: Arc::new(Host {
                clock,
                kept,
                calls: Arc::default(),
                seal,
                spent,
                declines,
                tickets,
                rounds: self.rounds,
                attempts: self.attempts,
                policy: self.policy,
                #[cfg(feature = "testing")]
                watch: self.watch,
            }),
            key_is_chosen,
            callers: self.callers,
        })
    }
}

/// What was spent is remembered for the whole process, however many servers it makes.
fn process_spent() -> Arc<Spent> {
    static SPENT: OnceLock<Arc<Spent>> = OnceLock::new();
    Arc::clone(SPENT.get_or_init(|| Arc::new(Spent::new(Arc::new(SystemClock)))))
}

fn process_declines() -> Arc<Declines> {
    static DECLINES: OnceLock<Arc<Declines>> = OnceLock::new();
    Arc::clone(DECLINES.get_or_init(Default::default))
}

fn process_tickets() -> Arc<Tickets> {
    static TICKETS: OnceLock<Arc<Tickets>> = OnceLock::new();
    Arc::clone(TICKETS.get_or_init(Default::default))
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("audience", &self.audience)
            .field("ttl", &self.ttl)
            .finish_non_exhaustive()
    }
}
