//! `Askback`: how a deployment asks, configured once.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::clock::{Clock, NoEntropy, SystemClock};
use crate::conversation::{Declines, Host, Ticket, Tickets};
use crate::form::Policy;
use crate::seal::{Audience, AudienceError, Keyring, KeyringError, Seal, Spent, TtlError};

/// How a deployment asks: its keys, its limits, and whom it serves. Cheap to clone; clones share everything.
///
/// ```
/// let askback = askback::Askback::builder()
///     .key(*b"a key of at least thirty-two bytes")
///     .audience("admin.example.com")
///     .build()?;
/// # Ok::<(), askback::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct Askback {
    pub(crate) host: Arc<Host>,
    /// Whether the key was chosen: over HTTP a key of the process alone has to be written out.
    pub(crate) key_is_chosen: bool,
    /// What the serving room was told about its callers; the room below it does not know the type.
    pub(crate) callers: Option<Arc<dyn Any + Send + Sync>>,
}

/// Configures an [`Askback`].
#[must_use]
#[derive(Clone)]
pub struct Builder {
    keys: Vec<Vec<u8>>,
    ephemeral: bool,
    audience: Option<String>,
    ttl: Duration,
    rounds: u32,
    attempts: u32,
    policy: Policy,
    clock: Option<Arc<dyn Clock>>,
    pub(crate) callers: Option<Arc<dyn Any + Send + Sync>>,
    #[cfg(feature = "testing")]
    pub(crate) watch: crate::conversation::Watched,
}

/// Why an [`Askback`] cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// A key does not fit.
    Key(KeyringError),
    /// The audience does not fit.
    Audience(AudienceError),
    /// Keys were given without the name of what they serve.
    NoAudience,
    /// `ephemeral_key` and `key` exclude each other.
    TwoKinds,
    /// The time to live does not fit.
    Ttl(TtlError),
    /// `rounds` is not 1 to 100.
    Rounds(u32),
    /// `attempts` is not 1 to 100.
    Attempts(u32),
    /// The operating system gave no random bytes.
    Entropy(NoEntropy),
}

impl Askback {
    /// Starts a configuration. Without any call it is what a server on stdio or in memory needs.
    pub fn builder() -> Builder {
        Builder {
            keys: Vec::new(),
            ephemeral: false,
            audience: None,
            ttl: Duration::from_secs(600),
            rounds: 9,
            attempts: 3,
            policy: Policy::Portable,
            clock: None,
            callers: None,
            #[cfg(feature = "testing")]
            watch: None,
        }
    }

    /// For whom a URL with `{ask.ticket}` in it was made: who was asked to open it, and by which question.
    ///
    /// Agreeing to a visit proves nothing about who opens the page: a URL can be passed on, and a stranger who is made to open
    /// it would connect their account to somebody else's call, or the other way round (MCP 2026-07-28, client/elicitation,
    /// "Security Considerations"). So put `{ask.ticket}` into the path, the query or the fragment of the URL, and where
    /// the page is served hold the ticket's principal against whoever is logged in there.
    ///
    /// `handle` is what stood in the URL's place: 22 characters, 128 random bits, made anew whenever the question goes out.
    /// It is good once, in this process, until the conversation's deadline (its `ttl`). What loads pages beforehand uses it
    /// up: take it when the person does something on the page, or keep what it says in the page's own session. `None` says
    /// no more than that: unknown, used, or expired.
    ///
    /// Which `Askback` asks does not matter, nor with which key: the tickets of a process are in one table, and every `Askback` of
    /// the same [`audience`](Builder::audience) takes them from it. Those that were not given an audience have one in common, with
    /// [`wrap`](crate::wrap) too, so that `Askback::builder().build()` takes the tickets of a server that was wrapped so. One with
    /// a [`clock`](Builder::clock) has a table of its own, as the test kit's has; another process knows nothing of them: the page
    /// is served by the process that asked.
    ///
    /// At most 65,536 are remembered, 1,024 of them for one principal, with names over 1 KiB counting for more; when there is
    /// no room the question is not asked, and the call is `busy`.
    ///
    /// ```
    /// # struct Login { subject: String }
    /// fn open_page(askback: &askback::Askback, handle: &str, login: &Login) -> Result<(), &'static str> {
    ///     let ticket = askback.ticket(handle).ok_or("this link is used or too old: ask for a new one")?;
    ///     if ticket.principal().subject() != Some(&login.subject) {
    ///         return Err("this link was made for somebody else");
    ///     }
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn ticket(&self, handle: &str) -> Option<Ticket> {
        let Host {
            clock,
            seal,
            tickets,
            ..
        } = &*self.host;
        tickets.take(clock.now(), seal.audience().as_str(), handle)
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

    /// How long a conversation may take, from its first question: 600 s unless said, 30 to 3,600 s.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// How many rounds of questions a conversation may have, 1 to 100: 9 unless said, since clients give up after ten.
    pub fn rounds(mut self, rounds: u32) -> Self {
        self.rounds = rounds;
        self
    }

    /// How many invalid answers a question may get, and how many accepts of a visit that is not finished, 1 to 100: 3 unless
    /// said.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// How strictly answers are read: [`Policy::Portable`] unless said.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
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
            (self.rounds, ConfigError::Rounds as fn(u32) -> _),
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
        let seal =
            Seal::new(keyring, audience, self.ttl, Arc::clone(&clock)).map_err(ConfigError::Ttl)?;
        Ok(Askback {
            host: Arc::new(Host {
                clock,
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

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::Audience(error) => error.fmt(f),
            Self::NoAudience => {
                f.write_str("a `key` without an `audience`; say what this deployment is called")
            }
            Self::TwoKinds => f.write_str("`ephemeral_key` beside `key`; keep one of them"),
            Self::Ttl(error) => error.fmt(f),
            Self::Rounds(rounds) => write!(f, "`rounds` is {rounds}; give 1 to 100"),
            Self::Attempts(attempts) => write!(f, "`attempts` is {attempts}; give 1 to 100"),
            Self::Entropy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Key(error) => Some(error),
            Self::Audience(error) => Some(error),
            Self::Ttl(error) => Some(error),
            Self::Entropy(error) => Some(error),
            Self::NoAudience | Self::TwoKinds | Self::Rounds(_) | Self::Attempts(_) => None,
        }
    }
}

impl fmt::Debug for Askback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Askback")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("audience", &self.audience)
            .field("ttl", &self.ttl)
            .finish_non_exhaustive()
    }
}
