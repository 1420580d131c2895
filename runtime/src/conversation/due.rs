//! Questions that have to go out: what holds them back, and how they travel.

use super::deliver::Delivered;
use super::exchange::{Conversation, Delivery, Effect, Reply};
use super::journal::{Progress, Record};
use super::round::{Again, Held, Outstanding, Stand};
use super::stop::{LegFailure, Pause, Stop};
use crate::question::{Body, Modes, TICKET};
use crate::seal::How;

impl Conversation {
    /// Where a question stands that nobody has looked at in this pass.
    pub(super) fn stand(&mut self, asked: &Outstanding) -> Result<Stand, Pause> {
        let finished = asked.is_finished();
        Ok(match self.look_up(asked) {
            Some(Effect::Settled(reply)) => Stand::Settled(reply),
            Some(Effect::Arrived) if finished => {
                self.journal.verified(&asked.question.key);
                Stand::Settled(Reply::Accepted)
            }
            Some(Effect::Arrived) => Stand::Arrived(Held::default()),
            Some(Effect::AskAgain(_)) if finished => Stand::Settled(Reply::Accepted),
            Some(Effect::AskAgain(why)) => self.again(asked, why)?,
            None => match self.withheld(asked)? {
                Some(reply) => Stand::Settled(reply),
                None => Stand::Due(None),
            },
        })
    }

    /// An answer that was none: the question is asked again, if it may be.
    pub(super) fn again(&mut self, asked: &Outstanding, why: Again) -> Result<Stand, Pause> {
        if let Again::Invalid(errors, _) = &why
            && self.site.surface.rejects()
            && (self.hold.is_claimed() || !self.terms.continuation.is_ledger())
        {
            let (key, errors) = (asked.question.key.to_string(), errors.clone());
            return Err(self.stop(Stop::Rejected { key, errors }));
        }
        match (self.count_attempt(asked), why) {
            (false, why) => Ok(Stand::Due(Some(why))),
            (true, Again::Invalid(errors, _)) => Ok(Stand::GivenUp(errors)),
            (true, Again::Unfinished) => Err(self.stop(Stop::Unfinished {
                key: asked.question.key.to_string(),
            })),
        }
    }

    /// The reply of a question that is not to be asked at all; stops the call where it cannot go on without it.
    pub(super) fn withheld(&mut self, asked: &Outstanding) -> Result<Option<Reply>, Pause> {
        self.go_on()?;
        if self.failed.get(&*asked.question.key) == Some(&asked.fingerprint) {
            return Ok(Some(Reply::Unavailable));
        }
        if asked.is_finished() {
            return Ok(Some(Reply::Accepted));
        }
        let can_be_asked = match asked.question.mode() {
            Some(mode) => self.site.modes.contains(mode),
            None => false,
        };
        if !can_be_asked {
            // What is terminal is collected with all the others that are due.
            if !asked.decides {
                return Ok(None);
            }
            if asked.verify.is_some() {
                // A visit that turns out to be finished later is no other answer.
                self.note(asked, Progress::Unavailable(()), false);
            }
            return Ok(Some(Reply::Unavailable));
        }
        if !asked.question.is_gate() {
            return Ok(None);
        }
        match self.shut(&asked.question.key) {
            None => Ok(None),
            Some(Stop::GateUnguarded { .. }) if asked.decides => Ok(Some(Reply::Unavailable)),
            Some(Stop::GateClosed { .. }) if asked.decides => {
                Ok(Some(Reply::Declined { by_itself: false }))
            }
            Some(stop) => Err(self.stop(stop)),
        }
    }

    /// Why a gate is not asked, if it is not.
    fn shut(&self, key: &str) -> Option<Stop> {
        if let Some(why) = self.site.no_gates {
            let key = key.to_owned();
            return Some(Stop::GateUnguarded { key, why });
        }
        let (gate, now) = (self.gate_id(key), self.host.clock.now());
        if let Some(seconds) = self.host.declines.closed_for(&gate, now) {
            let key = key.to_owned();
            return Some(Stop::GateClosed { key, seconds });
        }
        let full = self.host.spent.is_full(&self.site.principal);
        full.then_some(Stop::Busy)
    }

    /// Stops the call when a confirmation that it needs in any case is not going to be asked: nobody fills in what stands above
    /// it for nothing. What was accepted already is past that.
    pub(super) fn look_ahead(&mut self) -> Result<(), Pause> {
        let gates = self
            .terms
            .plan
            .iter()
            .filter(|item| item.is_terminal_gate());
        let shut = gates
            .filter(|gate| self.journal.accepted(gate.key).is_none())
            .find_map(|gate| self.shut(gate.key));
        match shut {
            Some(stop) => Err(self.stop(stop)),
            None => Ok(()),
        }
    }

    /// All that is missing, before anything is asked.
    pub(super) fn require_modes(&mut self, round: &[Outstanding]) -> Result<(), Pause> {
        let (mut missing, mut methods) = (Modes::NONE, Vec::new());
        for asked in round.iter().filter(|asked| asked.is_due()) {
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
    pub(super) fn suspend(&mut self, round: &[Outstanding]) -> Pause {
        if let Delivery::Await(_) = self.delivery {
            return self.stop(Stop::Internal("a round was left open in place".to_owned()));
        }
        if self.is_recovering() {
            return self.stop(Stop::AsksInRecovery);
        }
        if self.journal.round >= self.terms.rounds {
            return self.stop(Stop::InteractionLimit {
                rounds: self.terms.rounds,
            });
        }
        let mut questions = Vec::new();
        for asked in round {
            if let Stand::Due(again) = &asked.stand
                && questions.len() < self.site.surface.questions()
            {
                match self.deliver(asked, again.as_ref()) {
                    Ok(question) => questions.push((asked, question)),
                    Err(pause) => return pause,
                }
            }
        }
        if questions.is_empty() {
            // It would have to be sent without any question, and would never end.
            return self.stop(Stop::Internal("an answer was left unverified".to_owned()));
        }
        if self.settled_gate()
            && let Err(pause) = self.spend(How::Confirmed)
        {
            return pause;
        }
        self.journal.round += 1;
        if let (1, [(asked, _)]) = (self.site.surface.questions(), &*questions) {
            // An answer comes without a key there: what an earlier prompt asked, and this one does not, waits for none.
            self.journal.wait_for(&asked.question.key);
        }
        let mut asked_now = Vec::with_capacity(questions.len());
        for (asked, question) in questions {
            self.goes_out(asked, &question, &[]);
            asked_now.push(question);
        }
        self.stop(Stop::Asked(asked_now))
    }

    /// The question as it goes out.
    fn deliver(&mut self, asked: &Outstanding, again: Option<&Again>) -> Result<Delivered, Pause> {
        let ticket = match &asked.question.body {
            Body::Url(url) if url.contains(TICKET) => Some(self.ticket(&asked.question.key)?),
            _ => None,
        };
        Ok(Delivered::new(&asked.question, again, ticket.as_deref()))
    }

    /// Asks a question that is due on the connection, and waits, until its answer is one. One that is terminal and refused
    /// ends the call. `later` is what comes after it in its round.
    pub(super) async fn ask_in_place(
        &mut self,
        asked: &mut Outstanding,
        later: &[Outstanding],
    ) -> Result<(), Pause> {
        while let Stand::Due(again) = &asked.stand {
            let delivered = self.deliver(asked, again.as_ref())?;
            let sent = self.goes_out(asked, &delivered, later);
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
                    asked.stand = Stand::Settled(Reply::Unavailable);
                    break;
                }
                Err(why) => {
                    return Err(self.stop(Stop::LegFailed {
                        key: asked.question.key.to_string(),
                        why,
                    }));
                }
            };
            asked.stand = match self.read(asked, &raw, Some(sent)) {
                Effect::Settled(reply) => Stand::Settled(reply),
                Effect::Arrived => Stand::Arrived(Held::default()),
                Effect::AskAgain(why) => self.again(asked, why)?,
            };
            self.go_on()?;
        }
        self.end_if_given_up(std::slice::from_ref(asked))?;
        self.end_if_refused(asked)
    }

    /// Writes down that a question goes out now; attempts of this very question are kept.
    #[cfg_attr(not(feature = "testing"), expect(unused_variables))]
    fn goes_out(
        &mut self,
        asked: &Outstanding,
        delivered: &Delivered,
        later: &[Outstanding],
    ) -> u64 {
        #[cfg(feature = "testing")]
        self.host.watched(asked, delivered, later);
        let (attempts, now) = (self.attempts(asked), self.host.clock.now());
        self.journal.questions.insert(
            asked.question.key.to_string(),
            Record::pending(asked.fingerprint, attempts, now),
        );
        now
    }
}
