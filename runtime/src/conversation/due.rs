//! Questions that have to go out: what holds them back, and how they travel.

use super::deliver::Delivered;
use super::exchange::{Conversation, Delivery, Due, Effect, Outstanding, Reply, Wrong};
use super::journal::{Progress, Record};
use super::stop::{LegFailure, Pause, Stop};
use crate::question::{Body, Modes, ROUND_LIMIT};
use crate::seal::How;

impl Conversation {
    /// The reply of a question that is not to be asked at all; stops the call where it cannot go on without it.
    pub(super) fn withheld(&mut self, asked: &Outstanding) -> Result<Option<Reply>, Pause> {
        self.go_on()?;
        if self.failed.get(&*asked.question.key) == Some(&asked.fingerprint) {
            return Ok(Some(Reply::Unavailable));
        }
        let can_be_asked = match asked.question.mode() {
            Some(mode) => self.site.modes.contains(mode),
            None => false,
        };
        if !can_be_asked {
            // What is terminal is collected with all the others that are due.
            return Ok(asked.decides.then_some(Reply::Unavailable));
        }
        if !asked.question.is_gate() {
            return Ok(None);
        }
        let key = asked.question.key.to_string();
        if let Some(why) = self.site.no_gates {
            return match asked.decides {
                true => Ok(Some(Reply::Unavailable)),
                false => Err(self.stop(Stop::GateUnguarded { key, why })),
            };
        }
        if let Some(seconds) = self
            .host
            .declines
            .closed_for(&self.gate_id(&key), self.host.clock.now())
        {
            return match asked.decides {
                true => Ok(Some(Reply::Declined { by_itself: false })),
                false => Err(self.stop(Stop::GateClosed { key, seconds })),
            };
        }
        if self.host.spent.is_full() {
            return Err(self.stop(Stop::Busy));
        }
        Ok(None)
    }

    /// All that is missing, before anything is asked.
    pub(super) fn require_modes(
        &mut self,
        round: &[Outstanding],
        due: &[Due],
    ) -> Result<(), Pause> {
        let (mut missing, mut methods) = (Modes::NONE, Vec::new());
        for asked in due.iter().filter_map(|due| round.get(due.at)) {
            match (asked.question.mode(), &asked.question.body) {
                (Some(mode), _) if self.site.modes.contains(mode) => {}
                (Some(mode), _) => missing = missing | mode.into(),
                (None, Body::Input(request)) => methods.push(request.method.clone()),
                (None, _) => {}
            }
        }
        if missing.is_empty() && methods.is_empty() {
            return Ok(());
        }
        Err(self.stop(Stop::Unsupported {
            modes: missing,
            methods,
        }))
    }

    /// Ends the request with its questions. What does not fit into one round goes out with the next.
    ///
    /// A state that carries an accepted gate has one successor: two would be two uses of one accept.
    pub(super) fn suspend(&mut self, round: &[Outstanding], due: &[Due]) -> Pause {
        if self.journal.round >= self.terms.rounds {
            return self.stop(Stop::InteractionLimit {
                rounds: self.terms.rounds,
            });
        }
        if self.settled_gate()
            && let Err(pause) = self.spend(How::Confirmed)
        {
            return pause;
        }
        self.journal.round += 1;
        let mut questions = Vec::new();
        for Due { at, wrong } in due.iter().take(ROUND_LIMIT) {
            let Some(asked) = round.get(*at) else {
                continue;
            };
            self.note_pending(asked);
            let delivered = Delivered::new(&asked.question, wrong.as_ref());
            #[cfg(feature = "testing")]
            self.host
                .watched(&delivered, asked.question.is_gate(), !asked.decides);
            questions.push(delivered);
        }
        self.stop(Stop::Asked(questions))
    }

    /// Asks one question after the other on the connection, and waits for each.
    pub(super) async fn ask_in_place(
        &mut self,
        round: &[Outstanding],
        due: Vec<Due>,
        replies: &mut [Option<Reply>],
    ) -> Result<(), Pause> {
        for Due { at, wrong } in due {
            let Some(asked) = round.get(at) else { continue };
            let reply = self.ask_until_settled(asked, wrong).await?;
            self.end_if_refused(asked, Some(reply))?;
            if let Some(slot) = replies.get_mut(at) {
                *slot = Some(reply);
            }
        }
        Ok(())
    }

    async fn ask_until_settled(
        &mut self,
        asked: &Outstanding,
        mut wrong: Option<Wrong>,
    ) -> Result<Reply, Pause> {
        loop {
            let delivered = Delivered::new(&asked.question, wrong.as_ref());
            let sent = self.note_pending(asked);
            #[cfg(feature = "testing")]
            self.host
                .watched(&delivered, asked.question.is_gate(), !asked.decides);
            self.asked_in_place = true;
            let leg = match &self.delivery {
                Delivery::Await(channel) => channel.ask(&delivered).await,
                Delivery::Suspend => Err(LegFailure::NoBackChannel),
            };
            if self.site.cancelled.is_cancelled() {
                return Err(self.stop(Stop::RequestCancelled));
            }
            let raw = match leg {
                Ok(raw) => raw,
                // A leg that fails loses its key only.
                Err(_) if asked.decides => {
                    let key = asked.question.key.to_string();
                    self.failed.insert(key, asked.fingerprint);
                    return Ok(Reply::Unavailable);
                }
                Err(why) => {
                    return Err(self.stop(Stop::LegFailed {
                        key: asked.question.key.to_string(),
                        why,
                    }));
                }
            };
            match self.read(asked, &raw, Some(sent)) {
                Effect::Settled(reply) => {
                    self.go_on()?;
                    return Ok(reply);
                }
                Effect::AskAgain(next) => {
                    if self.count_attempt(asked) {
                        let given_up = vec![(asked.question.key.to_string(), next.0)];
                        return Err(self.stop(Stop::Invalid(given_up)));
                    }
                    wrong = Some(next);
                }
            }
        }
    }

    /// Writes down that a question goes out now; attempts of this very question are kept.
    fn note_pending(&mut self, asked: &Outstanding) -> u64 {
        let (key, now) = (&*asked.question.key, self.host.clock.now());
        let attempts =
            self.journal
                .record(key, &asked.fingerprint)
                .map_or(0, |record| match record.progress {
                    Progress::Pending(_) => record.attempts,
                    _ => 0,
                });
        self.journal.questions.insert(
            key.to_owned(),
            Record::pending(asked.fingerprint, attempts, now),
        );
        now
    }
}
