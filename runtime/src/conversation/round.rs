//! The round that is being put together: where each of its questions stands, and how it is settled.

use super::asking::{Check, Verify};
use super::exchange::{Conversation, Delivery, Reply};
use super::stop::{Pause, Stop};
use crate::form::FieldErrors;
use crate::question::{Fingerprint, Question};

use serde_json::Value;

/// A question of the round.
pub(super) struct Outstanding {
    pub(super) question: Question,
    pub(super) check: Check,
    pub(super) decides: bool,
    pub(super) fingerprint: Fingerprint,
    /// What has to be seen to before its answer counts.
    pub(super) verify: Option<Verify>,
    /// Whether the plan has seen to it in this pass.
    pub(super) seen_to: bool,
    pub(super) stand: Stand,
}

/// Where a question stands in this pass.
pub(super) enum Stand {
    /// Its answer has not been looked for.
    New,
    /// It has to be asked; again, for this reason.
    Due(Option<Again>),
    /// Its answer is in the journal and has to be verified.
    Arrived(Held),
    Settled(Reply),
    /// One invalid answer too many.
    GivenUp(FieldErrors),
}

/// For how long a request has been held open because of an answer.
#[derive(Default, Clone, Copy)]
pub(super) struct Held {
    /// Since when, if it has.
    pub(super) since: Option<u64>,
    /// Milliseconds slept; a clock that is set back does not lengthen the wait.
    pub(super) slept: u64,
}

/// Why a question is asked again.
pub(super) enum Again {
    /// What was wrong with the answer, and its content.
    Invalid(FieldErrors, Option<Value>),
    /// The person agreed to the visit, and what it is for is not finished.
    Unfinished,
}

impl Outstanding {
    fn is_new(&self) -> bool {
        matches!(self.stand, Stand::New)
    }

    pub(super) fn is_due(&self) -> bool {
        matches!(self.stand, Stand::Due(_))
    }

    /// Whether what its visit is for was finished before it was put.
    pub(super) fn is_finished(&self) -> bool {
        matches!(self.verify, Some(Verify::Visit { finished: true, .. }))
    }
}

impl Conversation {
    /// Looks for the answers of all questions put so far, once each. In place, what has to be asked is asked here.
    ///
    /// Afterwards a question is settled, or due, or its answer waits to be verified.
    pub(super) async fn collect(&mut self) -> Result<(), Pause> {
        self.go_on()?;
        if !self.outstanding.iter().any(Outstanding::is_new) {
            return Ok(());
        }
        let mut round = std::mem::take(&mut self.outstanding);
        let collected = self.collect_from(&mut round).await;
        self.outstanding = round;
        collected
    }

    async fn collect_from(&mut self, round: &mut [Outstanding]) -> Result<(), Pause> {
        for asked in round.iter_mut().filter(|asked| asked.is_new()) {
            asked.stand = self.stand(asked)?;
        }
        self.go_on()?;
        for asked in &*round {
            self.end_if_refused(asked)?;
        }
        self.end_if_given_up(round)?;
        self.require_modes(round)?;
        if round.iter().any(Outstanding::is_due) {
            self.look_ahead()?;
        }
        if let Delivery::Await(_) = self.delivery {
            let mut rest = &mut *round;
            while let Some((asked, later)) = rest.split_first_mut() {
                if asked.is_due() {
                    self.ask_in_place(asked, later).await?;
                }
                rest = later;
            }
        }
        Ok(())
    }

    /// Takes back what the body has dropped half way, its answer unverified: who asks next has nothing to wait for.
    pub(super) fn take_back_dropped(&mut self) {
        self.outstanding.clear();
    }

    /// Sees to it that every question put so far is settled, or stops the call.
    pub(super) async fn settle(&mut self) -> Result<(), Pause> {
        self.go_on()?;
        let unseen = |asked: &&Outstanding| asked.verify.is_some() && !asked.seen_to;
        if let Some(asked) = self.outstanding.iter().find(unseen) {
            let misuse = format!(
                "the answer to `{}` has to be verified before anything below it is asked or taken; spell the type of a \
                 confirmation `Confirmed`, so that its place in the plan is known",
                asked.question.key
            );
            return Err(self.stop(Stop::Misuse(misuse)));
        }
        self.collect().await?;
        let round = std::mem::take(&mut self.outstanding);
        self.end_if_given_up(&round)?;
        if !round
            .iter()
            .all(|asked| matches!(asked.stand, Stand::Settled(_)))
        {
            self.require_modes(&round)?;
            return Err(self.suspend(&round));
        }
        for asked in round {
            if let Stand::Settled(reply) = asked.stand {
                self.absorb(asked.question, reply);
            }
        }
        Ok(())
    }

    /// A terminal question that was refused ends the call.
    pub(super) fn end_if_refused(&mut self, asked: &Outstanding) -> Result<(), Pause> {
        let key = asked.question.key.to_string();
        match asked.stand {
            Stand::Settled(Reply::Declined { by_itself }) if !asked.decides => {
                Err(self.stop(Stop::Declined { key, by_itself }))
            }
            Stand::Settled(Reply::Cancelled) if !asked.decides => {
                Err(self.stop(Stop::Cancelled { key }))
            }
            _ => Ok(()),
        }
    }

    /// Questions with too many invalid answers end the call, all of the round at once.
    pub(super) fn end_if_given_up(&mut self, round: &[Outstanding]) -> Result<(), Pause> {
        let given_up: Vec<_> = round
            .iter()
            .filter_map(|asked| match &asked.stand {
                Stand::GivenUp(errors) => Some((asked.question.key.to_string(), errors.clone())),
                _ => None,
            })
            .collect();
        match given_up.is_empty() {
            true => Ok(()),
            false => Err(self.stop(Stop::Invalid(given_up))),
        }
    }
}
