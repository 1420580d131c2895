//! What a response does to a question.

use std::sync::LazyLock;

use serde_json::Value;

use super::exchange::{Conversation, Effect, Reply};
use super::gate::GateId;
use super::journal::{Progress, Record};
use super::round::{Again, Outstanding};
use super::stop::{Pause, Stop};
use crate::answer::{Action, Response};
use crate::form::{Fault, FieldErrors, Policy, Rule, Schema};
use crate::question::{Body, Verdict};
use crate::seal::{Claim, How};

/// What an answer that is no form's is checked against.
static NO_FORM: LazyLock<Schema> = LazyLock::new(|| Schema::new(Vec::new()));

/// A decline that came sooner than this (milliseconds) was hardly a person's.
pub(super) const QUICK_DECLINE: u64 = 2_000;
/// The same for the accept of a gate.
pub(super) const QUICK_ACCEPT: u64 = 1_000;

impl Conversation {
    /// What the journal, or a response of this request, says to a question. `None`: it has to be asked.
    ///
    /// An answer counts only for a question that the journal, out of this very token, shows as pending.
    pub(super) fn look_up(&mut self, asked: &Outstanding) -> Option<Effect> {
        let key = &*asked.question.key;
        let sent = match self.journal.record(key, &asked.fingerprint) {
            Some(record) => match &record.progress {
                Progress::Accepted(_) => return Some(Effect::Settled(Reply::Accepted)),
                Progress::Arrived(_) => return Some(Effect::Arrived),
                Progress::Declined(()) => {
                    let by_itself = record.by_itself;
                    return Some(Effect::Settled(Reply::Declined { by_itself }));
                }
                Progress::Cancelled(()) => return Some(Effect::Settled(Reply::Cancelled)),
                Progress::Unavailable(()) => return Some(Effect::Settled(Reply::Unavailable)),
                Progress::Pending(sent) => Some(*sent),
            },
            None if self.terms.unsealed => None,
            None => return None,
        };
        let raw = self.responses.remove(key)?;
        Some(self.read(asked, &raw, sent))
    }

    /// What a raw response does to a question that went out at `sent`.
    pub(super) fn read(&mut self, asked: &Outstanding, raw: &Value, sent: Option<u64>) -> Effect {
        if let Body::Input(_) = asked.question.body {
            return match (asked.check)(Some(raw), &NO_FORM, self.terms.policy) {
                Ok(()) => self.accept(asked, raw.clone(), false),
                Err(errors) => Effect::AskAgain(Again::Invalid(errors, None)),
            };
        }
        let Some(Response { action, content }) = Response::read(raw) else {
            return Effect::AskAgain(Again::Invalid(no_answer(), None));
        };
        let wants_content =
            action == Action::Accept && !matches!(asked.question.body, Body::Url(_));
        if self.terms.policy == Policy::Strict && content.is_some() && !wants_content {
            return Effect::AskAgain(Again::Invalid(no_answer(), None));
        }
        let now = self.host.clock.now();
        let within = |limit| sent.is_some_and(|sent| now.saturating_sub(sent) < limit);
        if action != Action::Accept {
            return self.refuse(asked, action, within(QUICK_DECLINE));
        }
        let (policy, gate) = (self.terms.policy, asked.question.is_gate());
        let verdict = match &asked.question.body {
            Body::Form(schema) => (asked.check)(content, schema, policy).map(|()| Verdict::Open),
            Body::Gate(gate) => gate.judge(content, policy),
            Body::Url(_) | Body::Input(_) => Ok(Verdict::Open),
        };
        match verdict {
            Ok(Verdict::Open) => {
                let by_itself = gate && within(QUICK_ACCEPT);
                if by_itself {
                    tracing::warn!(key = %asked.question.key, "accepted within 1 s: the client seems to have answered by itself");
                }
                // Only a form's content is kept, and of it what was declared: a gate's says nothing more, and a URL's is
                // not ours to see.
                let kept = match (&asked.question.body, content) {
                    (Body::Form(schema), Some(content)) => declared(content, schema),
                    _ => Value::Null,
                };
                self.accept(asked, kept, by_itself)
            }
            Ok(Verdict::Closed) => self.refuse(asked, Action::Decline, within(QUICK_DECLINE)),
            Err(errors) => Effect::AskAgain(Again::Invalid(errors, content.cloned())),
        }
    }

    fn accept(&mut self, asked: &Outstanding, content: Value, by_itself: bool) -> Effect {
        if asked.question.is_gate() {
            // A failed claim has stopped the call.
            let _ = self.spend(How::Confirmed);
        }
        if asked.verify.is_some() {
            self.note(asked, Progress::Arrived(content), by_itself);
            return Effect::Arrived;
        }
        self.note(asked, Progress::Accepted(content), by_itself);
        Effect::Settled(Reply::Accepted)
    }

    fn refuse(&mut self, asked: &Outstanding, action: Action, by_itself: bool) -> Effect {
        let key = &*asked.question.key;
        // A person closes a question within a second or two; nobody reads one and declines it in that time.
        let by_itself = by_itself && action != Action::Cancel;
        if by_itself {
            tracing::warn!(%key, "declined within 2 s: the client seems to have answered by itself");
        }
        let gate = asked.question.is_gate();
        if gate && action != Action::Cancel {
            self.host
                .declines
                .record(self.gate_id(key), self.host.clock.now());
        }
        if gate || !asked.decides {
            let _ = self.spend(How::Declined);
        }
        self.note(asked, Progress::refused(action), by_itself);
        Effect::Settled(match action {
            Action::Cancel => Reply::Cancelled,
            Action::Accept | Action::Decline => Reply::Declined { by_itself },
        })
    }

    pub(super) fn note(&mut self, asked: &Outstanding, progress: Progress, by_itself: bool) {
        let attempts = match progress {
            Progress::Arrived(_) => self.attempts(asked),
            _ => 0,
        };
        let mut record = Record::pending(asked.fingerprint, attempts, 0);
        record.progress = progress;
        record.by_itself = by_itself;
        self.journal
            .questions
            .insert(asked.question.key.to_string(), record);
    }

    /// Invalid answers to this very question so far.
    pub(super) fn attempts(&self, asked: &Outstanding) -> u32 {
        let record = self.journal.record(&asked.question.key, &asked.fingerprint);
        record.map_or(0, |record| match record.progress {
            Progress::Pending(_) | Progress::Arrived(_) => record.attempts,
            _ => 0,
        })
    }

    /// Counts an invalid answer; true when that was one too many.
    pub(super) fn count_attempt(&mut self, asked: &Outstanding) -> bool {
        match self.journal.questions.get_mut(&*asked.question.key) {
            Some(record) if record.is_of(&asked.fingerprint) => {
                record.attempts += 1;
                record.attempts >= self.terms.attempts
            }
            _ => false,
        }
    }

    /// Spends this request's token, once a request: whoever presents it again, or at the same time, is refused.
    pub(super) fn spend(&mut self, how: How) -> Result<(), Pause> {
        self.go_on()?;
        if self.site.cancelled.is_cancelled() {
            // The client gave up on this request and may send it again: the answer is still good then.
            return Err(self.stop(Stop::RequestCancelled));
        }
        let Some(presented) = self.presented.as_ref().filter(|_| !self.spent) else {
            return Ok(());
        };
        let (spent, principal) = (&self.host.spent, &self.site.principal);
        match spent.claim(principal, presented.id, presented.deadline, how) {
            Ok(()) => {
                self.spent = true;
                Ok(())
            }
            Err(Claim::AlreadyConfirmed) => Err(self.stop(Stop::AlreadyRan)),
            Err(Claim::AlreadyDeclined) => Err(self.stop(Stop::Conflict)),
            Err(Claim::Expired) => Err(self.stop(Stop::BadState)),
            Err(Claim::Full) => Err(self.stop(Stop::Busy)),
        }
    }

    pub(super) fn gate_id(&self, key: &str) -> GateId {
        self.host.gate_id(&self.site, key)
    }
}

/// The members of an answer that its form declares.
fn declared(content: &Value, schema: &Schema) -> Value {
    let Value::Object(members) = content else {
        return content.clone();
    };
    let fields = schema.fields().iter();
    Value::Object(
        fields
            .filter_map(|field| members.get_key_value(field.name()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}

/// What an answer that is none has wrong.
pub(super) fn no_answer() -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.add(
        "",
        Fault::new(Rule::Type, "That was no answer to this question."),
    );
    errors
}
