//! A call whose own result asks: what it carries between its rounds, kept and bound as every state is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::calls::Call;
use super::exchange::Site;
use super::host::{Host, Retry};
use super::resuming::{refusal, refused};
use super::stop::Stop;
use super::table::Handler;
use crate::continuation::{
    Chain, Continuation, Hold, Lease, NotSuspended, Presented, Resumed, Shown, Suspended,
};
use crate::seal::MAX_TTL;

/// The terms of a call of its own kind.
#[derive(Clone, Copy)]
pub(crate) struct OwnTerms {
    /// Whose it is, for messages.
    pub(crate) name: &'static str,
    /// Seconds; `None`: the server's.
    pub(crate) ttl: Option<u64>,
    /// `None`: the server's.
    pub(crate) rounds: Option<u32>,
    /// Whether its state is sealed even where there is a ledger.
    pub(crate) sealed: bool,
}

impl From<&'static Handler> for OwnTerms {
    fn from(handler: &'static Handler) -> Self {
        Self {
            name: handler.name,
            ttl: handler.ttl,
            rounds: handler.rounds,
            sealed: false,
        }
    }
}

/// One request's part of such a call.
pub(crate) struct Own {
    pub(super) host: Arc<Host>,
    pub(super) site: Site,
    name: &'static str,
    continuation: Continuation,
    chain: Chain,
    /// How this request holds the chain in a ledger.
    hold: Hold,
    /// The sealed token of this request.
    pub(super) presented: Option<Presented>,
    /// See [`Before`].
    pub(super) stays_here: bool,
    /// Rounds that went out so far.
    pub(super) round: u32,
    rounds: u32,
    _call: Call,
}

/// How a call ends before its handler.
pub(crate) enum OwnEnd {
    Stopped(Stop),
    /// The answers came before, and led to this: what was shown, and its token.
    Again {
        shown: Vec<u8>,
        token: String,
    },
}

impl From<Stop> for OwnEnd {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// What a request has of the round before it.
#[derive(Default)]
pub(crate) struct Before<'a> {
    pub(crate) retry: Retry<'a>,
    /// The state never leaves this process, and comes back with the answers (the handshake era). How long a person may
    /// take is the connection's affair then, which waits for at most half an hour in all.
    pub(crate) stays_here: bool,
}

/// What a request brought along.
pub(crate) struct Brought {
    /// What was sealed; none in a first call.
    pub(super) body: Option<Vec<u8>>,
    /// The responses, whatever they answer.
    pub(super) responses: Option<BTreeMap<String, Value>>,
}

impl Own {
    /// Opens the state of a request, if it has one.
    pub(crate) async fn open(
        host: &Arc<Host>,
        terms: OwnTerms,
        site: Site,
        before: Before<'_>,
    ) -> Result<(Self, Brought), OwnEnd> {
        before.retry.check()?;
        let rounds = terms.rounds.unwrap_or_else(|| host.rounds(site.surface));
        let continuation = match before.stays_here || terms.sealed {
            true => host.sealed(match before.stays_here {
                true => Some(MAX_TTL),
                false => terms.ttl.map(Duration::from_secs),
            }),
            false => host.continuation(terms.ttl, rounds),
        };
        let continuation = continuation
            .map_err(|error| Stop::Misuse(format!("`ttl` of `{}`: {error}", terms.name)))?;
        let call = host.calls.enter().ok_or(Stop::Busy)?;
        let (principal, binding) = (&site.principal, site.binding());
        let (chain, hold, presented, body) = match before.retry.state {
            Some(token) => {
                let answer = || before.retry.answer_hash();
                let resumed = continuation.resume(token, principal, &binding, answer);
                match resumed.await.map_err(|why| refusal(&site, why))? {
                    Resumed::Open {
                        chain,
                        hold,
                        presented,
                        state,
                        ..
                    } => (chain, hold, presented, Some(state)),
                    Resumed::Replayed(Shown { text, token, .. }) => {
                        return Err(OwnEnd::Again { shown: text, token });
                    }
                    Resumed::Recovering { hold, .. } => {
                        hold.let_go().await;
                        return Err(Stop::AlreadyRan.into());
                    }
                    Resumed::AlreadyRan | Resumed::Ended(_) | Resumed::Exhausted => {
                        return Err(Stop::AlreadyRan.into());
                    }
                }
            }
            None => {
                let begun = continuation.begin(&*host.clock, principal, &binding, true);
                let (chain, hold) = begun.await.map_err(|why| refusal(&site, why))?;
                (chain, hold, None, None)
            }
        };
        let responses = before.retry.responses;
        let own = Self {
            host: Arc::clone(host),
            site,
            name: terms.name,
            continuation,
            chain,
            hold,
            presented,
            stays_here: before.stays_here,
            round: 0,
            rounds,
            _call: call,
        };
        Ok((own, Brought { body, responses }))
    }

    /// What the request brought counts from here on; `state` says what it was.
    pub(super) async fn commit(&mut self, state: Vec<u8>) -> Result<(), Stop> {
        let accepted = self.hold.accept(state).await;
        accepted.map_err(super::ending::not_accepted)
    }

    /// Keeps the chain while the handler runs.
    pub(super) fn lease(&self) -> Lease {
        self.hold.lease()
    }

    /// The handler has ended, without asking.
    pub(super) async fn finish(&mut self, failed: bool) -> Result<(), Stop> {
        let hold = std::mem::take(&mut self.hold);
        super::ending::handled(hold, failed).await
    }

    /// The state is not what it has to be; the cause is for the log.
    pub(super) fn refused(&self, cause: &str) -> Stop {
        refused(&self.site, cause)
    }

    /// Goes one round further.
    pub(super) fn next_round(&mut self) -> Result<u32, Stop> {
        if self.round >= self.rounds {
            return Err(Stop::InteractionLimit {
                rounds: self.rounds,
            });
        }
        self.round += 1;
        Ok(self.round)
    }

    /// Seals what is carried to the next request.
    pub(super) fn seal(&self, body: Vec<u8>) -> Result<String, Stop> {
        let sealed = self
            .continuation
            .seal(self.chain, body, &self.site.binding());
        self.suspended(sealed)
    }

    /// Keeps what is carried to the next request, and what was shown.
    pub(super) async fn suspend(&mut self, body: Vec<u8>, shown: &[u8]) -> Result<String, Stop> {
        let (hold, binding) = (std::mem::take(&mut self.hold), self.site.binding());
        let suspended = self
            .continuation
            .suspend(self.chain, hold, body, shown, &binding);
        let suspended = suspended.await;
        self.suspended(suspended)
    }

    fn suspended(&self, suspended: Result<Suspended, NotSuspended>) -> Result<String, Stop> {
        match suspended.map_err(|why| super::ending::not_suspended(why, self.rounds)) {
            Ok(suspended) => Ok(suspended.token),
            Err(Stop::StateTooLarge) => Err(Stop::Misuse(format!(
                "the state of `{}` is too long: a sealed requestState has 16384 characters, a ledger keeps 256 KiB; keep \
                 less in it",
                self.name
            ))),
            Err(stop) => Err(stop),
        }
    }

    /// The one event that ends a chain, so that a call of many rounds counts once.
    pub(super) fn over(&self, outcome: &str) {
        if self.round > 0 {
            let (chain, method, rounds) = (self.chain.hashed(), self.site.method, self.round);
            tracing::info!(chain, method, rounds, outcome, "conversation over");
        }
    }
}
