//! What all conversations of a process share, and how one of them opens and ends.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::Value;

use super::deliver::Delivered;
use super::exchange::{Conversation, Delivery, Site};
use super::gate::Declines;
use super::journal::Journal;
use super::stop::Stop;
use super::table::{Handler, Item};
use super::tickets::Tickets;
use crate::canonical::Framed;
use crate::clock::Clock;
use crate::continuation::{Chain, Continuation, Presented};
use crate::form::Policy;
use crate::seal::{Binding, How, Seal, SealError, Spent, TokenId};

/// The most bytes of one answer.
const ANSWER_LIMIT: usize = 64 * 1024;

/// What all conversations of a process share.
pub(crate) struct Host {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) seal: Seal,
    pub(crate) spent: Arc<Spent>,
    pub(crate) declines: Arc<Declines>,
    pub(crate) tickets: Arc<Tickets>,
    pub(crate) rounds: u32,
    pub(crate) attempts: u32,
    pub(crate) policy: Policy,
    /// The test kit, which is told what goes out.
    #[cfg(feature = "testing")]
    pub(crate) watch: super::watch::Watched,
}

/// The terms of one conversation.
pub(crate) struct Terms {
    pub(crate) rounds: u32,
    /// Invalid answers to one question.
    pub(crate) attempts: u32,
    pub(crate) policy: Policy,
    pub(crate) unsealed: bool,
    /// Whether a gate may be `plain`.
    pub(crate) plain: bool,
    /// What the signature declares.
    pub(super) plan: &'static [Item],
    pub(crate) guidance: Option<&'static str>,
    pub(super) continuation: Continuation,
}

/// The retry fields of a request, as they came.
#[derive(Default)]
pub(crate) struct Retry<'a> {
    pub(crate) state: Option<&'a str>,
    pub(crate) responses: Option<BTreeMap<String, Value>>,
}

/// What became of a call.
pub(crate) enum Ending {
    /// The handler's own result stands.
    Handler,
    /// Questions go out, with the state to come back with the answers.
    Asked {
        questions: Vec<Delivered>,
        state: Option<String>,
    },
    /// The call is over.
    Stopped(Stop),
    /// A pause was on, but the handler returned something else.
    Swallowed(Stop),
}

impl Host {
    /// Whether the test kit is told what goes out.
    pub(crate) fn is_watched(&self) -> bool {
        #[cfg(feature = "testing")]
        return self.watch.is_some();
        #[cfg(not(feature = "testing"))]
        false
    }

    /// Opens a conversation: a new one, or the one that the request's state carries.
    pub(crate) fn open(
        self: &Arc<Self>,
        handler: &Handler,
        site: Site,
        retry: Retry<'_>,
        delivery: Delivery,
    ) -> Result<Conversation, Stop> {
        let seal = match handler.ttl {
            Some(seconds) => self.seal.with_ttl(Duration::from_secs(seconds)),
            None => Ok(self.seal.clone()),
        };
        let seal =
            seal.map_err(|error| Stop::Misuse(format!("`ttl` of `{}`: {error}", handler.name)))?;
        let terms = Terms {
            rounds: handler.rounds.unwrap_or(self.rounds),
            attempts: self.attempts,
            policy: self.policy,
            unsealed: handler.unsealed,
            plain: handler.plain,
            plan: handler.plan,
            guidance: handler.guidance,
            continuation: Continuation::Sealed(seal),
        };
        let mut responses = retry.responses.unwrap_or_default();
        check_responses(&responses)?;
        let (mut chain, mut resumed) = (None, None);
        if let Some(token) = retry.state {
            let (known, presented, journal) = self.resume(&terms, &site, token)?;
            responses.retain(|key, _| journal.is_pending(key));
            (chain, resumed) = (Some(known), Some((presented, journal)));
        } else if !terms.unsealed {
            // Without a state nothing was ever asked.
            responses.clear();
        }
        let chain = match chain {
            Some(chain) => chain,
            None => {
                Chain::start(&*self.clock).map_err(|error| Stop::Internal(error.to_string()))?
            }
        };
        Ok(Conversation::new(
            Arc::clone(self),
            site,
            terms,
            delivery,
            chain,
            resumed,
            responses,
        ))
    }

    fn resume(
        &self,
        terms: &Terms,
        site: &Site,
        token: &str,
    ) -> Result<(Chain, Presented, Journal), Stop> {
        if terms.unsealed {
            tracing::warn!(
                method = site.method,
                cause = "no state was ever minted here",
                "requestState refused"
            );
            return Err(Stop::BadState);
        }
        let opened = terms.continuation.resume(token, &site.binding());
        let opened = opened.map_err(|error| {
            tracing::warn!(method = site.method, cause = %error.cause(), "requestState refused");
            Stop::BadState
        })?;
        let journal = Journal::decode(&opened.body).map_err(|_| {
            tracing::warn!(
                method = site.method,
                cause = "the journal has another shape",
                "requestState refused"
            );
            Stop::BadState
        })?;
        match self.spent.check(TokenId::of(token)) {
            Some(How::Confirmed) => Err(Stop::AlreadyRan),
            Some(How::Declined) => Err(Stop::Conflict),
            None => Ok((opened.chain, opened.presented, journal)),
        }
    }
}

impl Site {
    /// What a token of this request is bound to.
    pub(super) fn binding(&self) -> Binding<'_> {
        Binding {
            principal: self.principal.bytes(),
            method: self.method,
            name: &self.name,
            arguments: self.arguments,
            bind: &self.bind,
        }
    }
}

impl Conversation {
    /// Ends the request. `failed` says whether the handler returned an error, which is what passes a pause on.
    pub(crate) fn finish(mut self, failed: bool) -> Ending {
        let ending = self.end(failed);
        let outcome = match &ending {
            Ending::Asked { .. } => return ending,
            Ending::Handler => "handler",
            Ending::Stopped(stop) => stop.name(),
            Ending::Swallowed(_) => "swallowed pause",
        };
        if self.has_asked() {
            // The one event that ends a chain, so that a call of many rounds counts once.
            let (method, rounds) = (self.site.method, self.journal.round);
            let chain = self.chain.hashed();
            tracing::info!(chain, method, rounds, outcome, "conversation over");
        }
        ending
    }

    fn end(&mut self, failed: bool) -> Ending {
        let Some(stop) = self.stop.take() else {
            return Ending::Handler;
        };
        if !failed {
            return Ending::Swallowed(stop);
        }
        match stop {
            Stop::Asked(questions) => match self.suspended() {
                Ok(state) => Ending::Asked { questions, state },
                Err(stop) => Ending::Stopped(stop),
            },
            other => Ending::Stopped(other),
        }
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.host.clock
    }

    /// A name for one effect of this chain, with these answers above it.
    pub(crate) fn idempotency_key(&self, name: &str) -> String {
        let site = &self.site;
        let mut hash = Framed::hash("askback idempotency key 1");
        hash.field(self.chain.id())
            .text(self.host.seal.audience().as_str())
            .field(site.principal.bytes())
            .text(site.method)
            .text(&site.name)
            .field(&site.arguments)
            .field(&site.bind)
            .field(&self.above)
            .text(name);
        BASE64.encode(hash.finish())
    }

    /// The tool's or prompt's name, or the resource's URI.
    pub(crate) fn name(&self) -> &str {
        &self.site.name
    }

    /// Where else the person can do this.
    pub(crate) fn guidance(&self) -> Option<&'static str> {
        self.terms.guidance
    }

    /// Whether anything was asked, in this round or an earlier one.
    pub(crate) fn has_asked(&self) -> bool {
        !self.journal.questions.is_empty()
    }

    fn suspended(&self) -> Result<Option<String>, Stop> {
        if self.terms.unsealed {
            return Ok(None);
        }
        let body = self
            .journal
            .encode()
            .map_err(|error| Stop::Internal(error.to_string()))?;
        match self
            .terms
            .continuation
            .suspend(self.chain, body, &self.site.binding())
        {
            Ok(state) => Ok(Some(state)),
            Err(SealError::TooLong { .. }) => Err(Stop::StateTooLarge),
            Err(error) => Err(Stop::Internal(error.to_string())),
        }
    }
}

/// Every response is an object of at most 64 KiB.
pub(super) fn check_responses(responses: &BTreeMap<String, Value>) -> Result<(), Stop> {
    for response in responses.values() {
        if !response.is_object() {
            return Err(Stop::BadResponses(
                "every entry of `inputResponses` has to be an object",
            ));
        }
        if !fits_answer(response) {
            return Err(Stop::BadResponses(
                "an entry of `inputResponses` is larger than 64 KiB",
            ));
        }
    }
    Ok(())
}

/// Whether an answer is at most 64 KiB of JSON.
pub(crate) fn fits_answer(answer: &Value) -> bool {
    serde_json::to_writer(Counter(0), answer).is_ok()
}

/// Counts bytes, and fails past the limit.
struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        if self.0 > ANSWER_LIMIT {
            Err(std::io::ErrorKind::FileTooLarge.into())
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("rounds", &self.rounds)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}
