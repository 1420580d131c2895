//! A call whose own result asks: what it carries between its rounds, sealed and bound as every state is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::exchange::Site;
use super::host::{Host, Retry, check_responses};
use super::stop::Stop;
use super::table::Handler;
use crate::continuation::{Chain, Continuation, Presented};
use crate::seal::{MAX_TTL, SealError};

/// The terms of a call of its own kind.
#[derive(Clone, Copy)]
pub(crate) struct OwnTerms {
    /// Whose it is, for messages.
    pub(crate) name: &'static str,
    /// Seconds; `None`: the server's.
    pub(crate) ttl: Option<u64>,
    /// `None`: the server's.
    pub(crate) rounds: Option<u32>,
}

impl From<&'static Handler> for OwnTerms {
    fn from(handler: &'static Handler) -> Self {
        Self {
            name: handler.name,
            ttl: handler.ttl,
            rounds: handler.rounds,
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
    /// The token of this request.
    pub(super) presented: Option<Presented>,
    /// See [`Before`].
    pub(super) stays_here: bool,
    /// Rounds that went out so far.
    pub(super) round: u32,
    rounds: u32,
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
    pub(crate) fn open(
        host: &Arc<Host>,
        terms: OwnTerms,
        site: Site,
        before: Before<'_>,
    ) -> Result<(Self, Brought), Stop> {
        let Retry { state, responses } = before.retry;
        let ttl = match (before.stays_here, terms.ttl) {
            (true, _) => Some(MAX_TTL),
            (false, ttl) => ttl.map(Duration::from_secs),
        };
        let seal = match ttl {
            Some(ttl) => host.seal.with_ttl(ttl),
            None => Ok(host.seal.clone()),
        };
        let seal =
            seal.map_err(|error| Stop::Misuse(format!("`ttl` of `{}`: {error}", terms.name)))?;
        if let Some(responses) = &responses {
            check_responses(responses)?;
        }
        let continuation = Continuation::Sealed(seal);
        let (chain, presented, body) = match state {
            Some(token) => {
                let resumed = continuation.resume(token, &site.binding());
                let resumed =
                    resumed.map_err(|error| refused(&site, &error.cause().to_string()))?;
                (resumed.chain, Some(resumed.presented), Some(resumed.body))
            }
            None => {
                let chain = Chain::start(&*host.clock);
                let chain = chain.map_err(|error| Stop::Internal(error.to_string()))?;
                (chain, None, None)
            }
        };
        let own = Self {
            host: Arc::clone(host),
            site,
            name: terms.name,
            continuation,
            chain,
            presented,
            stays_here: before.stays_here,
            round: 0,
            rounds: terms.rounds.unwrap_or(host.rounds),
        };
        Ok((own, Brought { body, responses }))
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
    pub(super) fn suspend(&self, body: Vec<u8>) -> Result<String, Stop> {
        let binding = self.site.binding();
        match self.continuation.suspend(self.chain, body, &binding) {
            Ok(state) => Ok(state),
            Err(SealError::TooLong { .. }) => Err(Stop::Misuse(format!(
                "the state of `{}` is too long for a sealed requestState of 16384 characters; keep less in it",
                self.name
            ))),
            Err(error) => Err(Stop::Internal(error.to_string())),
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

fn refused(site: &Site, cause: &str) -> Stop {
    tracing::warn!(method = site.method, cause, "requestState refused");
    Stop::BadState
}
