//! What a token and the answers that come with it lead to.

use std::collections::BTreeMap;

use serde_json::Value;

use super::deliver::{Content, Delivered};
use super::ending::{not_accepted, uncommitted};
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
        let answer = || retry.answer_hash();
        let resumed = continuation.resume(token, &site.principal, &binding, answer);
        match resumed
            .await
            .map_err(|why| Ending::Stopped(refusal(site, why)))?
        {
            Resumed::Open {
                chain,
                hold,
                presented,
                state,
                shown,
            } => {
                let Ok(journal) = Journal::decode(&state) else {
                    hold.let_go().await;
                    let cause = "the journal has another shape";
                    return Err(Ending::Stopped(refused(site, cause)));
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
                    None => {
                        hold.let_go().await;
                        Err(Ending::Stopped(Stop::AlreadyRan))
                    }
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
                Err(error) => Ending::Stopped(uncommitted(error)),
            });
        }
        if !self.site.surface.rejects() || !self.handler.by_hand {
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
}

/// The answer is invalid: the same prompt can be answered again, unless that was one too many.
pub(super) async fn reject(hold: Hold, key: String, errors: FieldErrors) -> Stop {
    match hold.reject().await {
        Ok(Rejected::Again(_)) => Stop::Rejected { key, errors },
        Ok(Rejected::Closed) => Stop::Invalid(vec![(key, errors)]),
        Err(error) => uncommitted(error),
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
        Refused::Ledger(refusal) => not_accepted(refusal),
        Refused::Entropy(error) => Stop::Internal(error.to_string()),
    }
}

pub(super) fn refused(site: &Site, cause: &str) -> Stop {
    tracing::warn!(method = site.method, cause, "requestState refused");
    Stop::BadState
}
