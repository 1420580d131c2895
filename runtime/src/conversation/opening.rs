//! How a conversation opens: a new one, or the one that the request's token stands for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::exchange::{Conversation, Delivery, Site};
use super::host::{Ending, Host, Retry, Terms, check_ttl};
use super::journal::Journal;
use super::resuming::{Resuming, refusal};
use super::stop::Stop;
use super::table::Handler;
use crate::continuation::{Chain, Continuation, Hold, Presented};

/// What a conversation starts from.
pub(super) struct Start {
    pub(super) chain: Chain,
    pub(super) hold: Hold,
    pub(super) presented: Option<Presented>,
    pub(super) journal: Journal,
    pub(super) responses: BTreeMap<String, Value>,
}

impl Host {
    /// Opens a conversation: a new one, or the one that the request's token stands for.
    ///
    /// The other way out is how the call ends without its handler: refused, or as it ended before.
    pub(crate) async fn open(
        self: &Arc<Self>,
        handler: &Handler,
        site: Site,
        retry: Retry<'_>,
        delivery: Delivery,
    ) -> Result<Conversation, Ending> {
        let terms = self.terms(handler, &site).map_err(Ending::Stopped)?;
        retry.check().map_err(Ending::Stopped)?;
        let call = self.calls.enter().ok_or(Ending::Stopped(Stop::Busy))?;
        let start = match retry.state {
            Some(token) => {
                let resuming = Resuming {
                    host: self,
                    terms: &terms,
                    site: &site,
                    handler,
                };
                resuming.resume(token, retry).await?
            }
            None => {
                // Without a state nothing was ever asked.
                let responses = retry.responses.filter(|_| terms.unsealed);
                // Where nothing is left to come back to, no ledger is needed.
                let keeps = !terms.unsealed
                    && !site.modes.is_empty()
                    && matches!(delivery, Delivery::Suspend);
                let (clock, binding) = (&*self.clock, site.binding());
                let continuation = &terms.continuation;
                let begun = continuation.begin(clock, &site.principal, &binding, keeps);
                let (chain, hold) = begun
                    .await
                    .map_err(|refused| Ending::Stopped(refusal(&site, refused)))?;
                Start {
                    chain,
                    hold,
                    presented: None,
                    journal: Journal::default(),
                    responses: responses.unwrap_or_default(),
                }
            }
        };
        let mut conversation =
            Conversation::new(Arc::clone(self), site, terms, delivery, start, call);
        if handler.by_hand {
            // All of it is the handler, so that it may only run once the answer counts.
            if conversation.commit().await.is_err() {
                return Err(conversation.finish(true).await);
            }
        }
        Ok(conversation)
    }

    fn terms(&self, handler: &Handler, site: &Site) -> Result<Terms, Stop> {
        let name = handler.name;
        let rounds = handler.rounds.unwrap_or_else(|| self.rounds(site.surface));
        let continuation = self.continuation(handler.ttl, rounds);
        let continuation =
            continuation.map_err(|error| Stop::Misuse(format!("`ttl` of `{name}`: {error}")))?;
        for (needs, key) in [(handler.once, "once"), (handler.recovers, "recover")] {
            if needs && !continuation.is_ledger() && !handler.by_hand {
                return Err(Stop::NeedsLedger { name, key });
            }
        }
        Ok(Terms {
            rounds,
            attempts: self.attempts,
            policy: self.policy(site.surface),
            unsealed: handler.unsealed,
            plain: handler.plain,
            plan: handler.plan,
            guidance: handler.guidance,
            continuation,
        })
    }

    /// How a call is carried that has this `ttl`, in seconds, and this many `rounds`.
    pub(super) fn continuation(
        &self,
        ttl: Option<u64>,
        rounds: u32,
    ) -> Result<Continuation, String> {
        let ttl = ttl.map(Duration::from_secs);
        if let Some(kept) = &self.kept {
            let ttl = ttl.unwrap_or(kept.ttl);
            check_ttl(ttl)?;
            let terms = crate::ledger::Terms {
                ttl: u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX),
                prompts: u16::try_from(rounds).unwrap_or(u16::MAX),
                attempts: u16::try_from(self.attempts).unwrap_or(u16::MAX),
            };
            return Ok(Continuation::Ledger {
                ledger: Arc::clone(&kept.ledger),
                terms,
                clock: Arc::clone(&self.clock),
            });
        }
        self.sealed(ttl)
    }

    /// How a call is carried whose state is sealed.
    pub(super) fn sealed(&self, ttl: Option<Duration>) -> Result<Continuation, String> {
        let seal = match ttl {
            Some(ttl) => self.seal.with_ttl(ttl).map_err(|error| error.to_string())?,
            None => self.seal.clone(),
        };
        Ok(Continuation::Sealed(seal))
    }
}
