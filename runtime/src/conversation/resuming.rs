//! What a token and the answers that come with it lead to.

use std::collections::BTreeMap;

use serde_json::Value;

use super::deliver::{Content, Delivered};
use super::exchange::Site;
use super::host::{Ending, Host, Retry, Terms};
use super::journal::Journal;
use super::opening::Start;
use super::respond::no_answer;
use super::shown::{self, Answered};
use super::stop::Stop;
use super::table::Handler;
use crate::answer::{Action, Response};
use crate::continuation::{Hold, Refusal, Refused, Rejected, Resumed, Shown};
use crate::form::{self, FieldErrors, Policy};
use crate::seal::How;

/// A request that comes with a token.
pub(super) struct Resuming<'a> {
    pub(super) host: &'a Host,
    pub(super) terms: &'a Terms,
    pub(super) site: &'a Site,
    pub(super) handler: &'a Handler,
}

impl Resuming<'_> {
    pub(super) async fn resume(&self, token: &str, retry: Retry<'_>) -> Result<Start, Ending> {
        let Self { terms, site, .. } = self;
        if terms.unsealed {
            let cause = "no state was ever minted here";
            return Err(Ending::Stopped(refused(site, cause)));
        }
        let (continuation, binding) = (&terms.continuation, site.binding());
        let answer = retry.answer_hash();
        let resumed = continuation.resume(token, &site.principal, &binding, answer);
        let resumed = resumed.await;
        match resumed.map_err(|why| Ending::Stopped(refusal(site, why)))? {
            Resumed::Open {
                chain,
                hold,
                presented,
                state,
                shown,
            } => {
                let Ok(journal) = Journal::decode(&state) else {
                    let cause = "the journal has another shape";
                    return Err(self.not_resumed(hold, refused(site, cause)).await);
                };
                let spent = presented.and_then(|presented| self.host.spent.check(presented.id));
                match spent {
                    Some(How::Confirmed) => return Err(Ending::Stopped(Stop::AlreadyRan)),
                    Some(How::Declined) => return Err(Ending::Stopped(Stop::Conflict)),
                    None => {}
                }
                let responses = pending(&journal, retry);
                let hold = match shown {
                    Some(shown) => self.look_at(hold, shown, &responses).await?,
                    None => hold,
                };
                Ok(Start {
                    chain,
                    hold,
                    presented,
                    journal,
                    responses,
                })
            }
            Resumed::Recovering { chain, hold, state } => {
                let answered = serde_json::from_slice(&state).ok();
                match answered.filter(|_| self.handler.recovers) {
                    Some(Answered { journal, responses }) => Ok(Start {
                        chain,
                        hold,
                        presented: None,
                        journal,
                        responses,
                    }),
                    None => Err(self.not_resumed(hold, Stop::AlreadyRan).await),
                }
            }
            Resumed::Replayed(shown) => Err(again(shown)),
            Resumed::Ended(text) => {
                let stop = shown::decode_refusal(&text).unwrap_or(Stop::Conflict);
                Err(Ending::Stopped(stop))
            }
            Resumed::Exhausted => Err(Ending::Stopped(Stop::Invalid(Vec::new()))),
            Resumed::AlreadyRan => Err(Ending::Stopped(Stop::AlreadyRan)),
        }
    }

    /// Lets go of a chain that cannot go on.
    async fn not_resumed(&self, hold: Hold, stop: Stop) -> Ending {
        if let Err(error) = hold.fail().await {
            tracing::debug!(?error, "a chain is held until its lease ends");
        }
        Ending::Stopped(stop)
    }

    /// Looks at the answers before anything of the handler runs. Without any the same prompt is given out again; one that
    /// does not fit the form that went out is no answer to a handler that is all body.
    async fn look_at(
        &self,
        hold: Hold,
        shown: Shown,
        responses: &BTreeMap<String, Value>,
    ) -> Result<Hold, Ending> {
        if responses.is_empty() {
            return Err(match hold.fail().await {
                Ok(()) => again(shown),
                Err(error) => Ending::Stopped(super::ending::uncommitted(error)),
            });
        }
        if !self.rejects() || !self.handler.by_hand {
            return Ok(hold);
        }
        let questions = shown::decode(&shown.text).unwrap_or_default();
        let wrong = questions.iter().find_map(|question| {
            let raw = responses.get(&question.key)?;
            let errors = misfit(raw, question, self.terms.policy)?;
            Some((question.key.clone(), errors))
        });
        match wrong {
            Some((key, errors)) => Err(Ending::Stopped(reject(hold, key, errors).await)),
            None => Ok(hold),
        }
    }

    /// Whether an invalid answer is refused, and the prompt stays as it is.
    fn rejects(&self) -> bool {
        self.site.surface.rejects()
    }
}

/// The answer is invalid: the same prompt can be answered again, unless that was one too many.
pub(super) async fn reject(hold: Hold, key: String, errors: FieldErrors) -> Stop {
    match hold.reject().await {
        Ok(Rejected::Again(_)) => Stop::Rejected { key, errors },
        Ok(Rejected::Closed) => Stop::Invalid(vec![(key, errors)]),
        Err(error) => super::ending::uncommitted(error),
    }
}

/// What is wrong with an answer by the question that went out.
fn misfit(raw: &Value, question: &Delivered, policy: Policy) -> Option<FieldErrors> {
    let schema = match &question.content {
        Content::Form(schema) => Some(schema),
        Content::Url(_) => None,
        Content::Input(_) => return None,
    };
    let Some(Response { action, content }) = Response::read(raw) else {
        return Some(no_answer());
    };
    match (action, schema) {
        (Action::Accept, Some(schema)) => form::check(content, schema, policy).err(),
        _ if policy == Policy::Strict && content.is_some() => Some(no_answer()),
        _ => None,
    }
}

/// The same prompt again.
fn again(shown: Shown) -> Ending {
    match shown::decode(&shown.text) {
        Some(questions) => Ending::Asked {
            questions,
            state: Some(shown.token),
            expiry: Some(shown.expiry),
        },
        None => Ending::Stopped(Stop::Internal(
            "what was shown has another shape".to_owned(),
        )),
    }
}

/// The answers that the journal waits for. One without a key is the answer to the only question.
fn pending(journal: &Journal, retry: Retry<'_>) -> BTreeMap<String, Value> {
    let mut responses = retry.responses.unwrap_or_default();
    responses.retain(|key, _| journal.is_pending(key));
    let mut keys = journal
        .questions
        .keys()
        .filter(|key| journal.is_pending(key));
    if let (Some(answer), Some(key), None) = (retry.answer, keys.next(), keys.next()) {
        responses.insert(key.clone(), answer);
    }
    responses
}

/// Why nothing is begun or resumed; the cause of a state that does not open is for the log.
pub(super) fn refusal(site: &Site, why: Refused) -> Stop {
    match why {
        Refused::Sealed(error) => refused(site, &error.cause().to_string()),
        Refused::Ledger(Refusal::Invalid) => refused(site, "no such prompt is open for this call"),
        Refused::Ledger(Refusal::Busy(full)) => {
            if let Some(full) = full {
                tracing::warn!(?full, "the ledger has no room");
            }
            Stop::Busy
        }
        Refused::Ledger(Refusal::Conflict) => Stop::Conflict,
        Refused::Ledger(Refusal::Unavailable(error)) => Stop::Unavailable(error.to_string()),
        Refused::Entropy(error) => Stop::Internal(error.to_string()),
    }
}

pub(super) fn refused(site: &Site, cause: &str) -> Stop {
    tracing::warn!(method = site.method, cause, "requestState refused");
    Stop::BadState
}
