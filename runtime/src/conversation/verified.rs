//! The answer to a gate asked by hand.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value};

use super::by_hand::{GateQuestion, GateSite, Pending};
use super::gate::{Confirmed, Grant};
use super::own::{Brought, Own};
use super::respond::{QUICK_ACCEPT, QUICK_DECLINE};
use super::stop::Stop;
use crate::answer::{Action, Response};
use crate::question::Verdict;
use crate::seal::{Claim, How};

/// The question of a gate was pending: this request's own sealed state says so, for this principal, method, name and
/// arguments.
///
/// [`Askback::open`](crate::Askback::open) makes one. It says nothing about the answer: `<handler>_decide` does, once.
///
/// What was accepted is the question as it went out, and what it showed may have changed since. So a gate opens only in a
/// request in which the very same question was made again: make it with `<handler>_ask`, and see with [`is_of`](Self::is_of).
/// Where the gate's attribute mentions nothing but `Parameters`, `<handler>_decide` does so by itself, from the arguments of
/// the request.
pub struct Verified {
    own: Own,
    key: String,
    pending: Pending,
    /// The response, as it came.
    raw: Option<Value>,
    arguments: Map<String, Value>,
    /// Whether the question has been seen to be still the same.
    same: AtomicBool,
    /// Whether the answer has been judged.
    decided: AtomicBool,
}

/// Why a gate that was asked by hand did not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateError {
    /// The person declined: the action `decline`, or an accept that says no. The state is spent.
    Declined,
    /// The person closed the question without an answer. The state is spent.
    Cancelled,
    /// The answer's action is none of `accept`, `decline` and `cancel` (MCP 2026-07-28, client/elicitation, "Response
    /// Actions").
    UnexpectedAction,
    /// Anything else, as the log says: no answer, or none that can be read; a wrong text; the question of another gate, or one
    /// that was not seen to be the same; an answer that was used before; a gate that is closed; a request that was cancelled.
    Failed,
}

impl fmt::Display for GateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Declined => {
                "The person declined, so nothing was done. Do not call again by yourself: the person has said no."
            }
            Self::Cancelled => {
                "The person closed the question without an answer, so nothing was done. Do not call again by yourself: ask \
                 the person first."
            }
            Self::UnexpectedAction => {
                "The answer's action is none of accept, decline and cancel, so nothing was done."
            }
            Self::Failed => {
                "This answer does not confirm what was asked, so nothing was done; the server's log says why."
            }
        })
    }
}

impl std::error::Error for GateError {}

impl Verified {
    /// Reads what the request brought along; `None` in a first call, whatever answers it carries.
    pub(crate) fn new(
        mut own: Own,
        mut brought: Brought,
        arguments: Option<&Map<String, Value>>,
    ) -> Result<Option<Self>, Stop> {
        let Some((key, pending)) = own.kept(&brought)? else {
            return Ok(None);
        };
        let spent = own
            .presented
            .map(|presented| own.host.spent.check(presented.id));
        match spent.flatten() {
            Some(How::Confirmed) => return Err(Stop::AlreadyRan),
            Some(How::Declined) => return Err(Stop::Conflict),
            None => {}
        }
        let responses = brought.responses.as_mut();
        let raw = responses.and_then(|responses| responses.remove(&key));
        Ok(Some(Self {
            own,
            key,
            pending,
            raw,
            arguments: arguments.cloned().unwrap_or_default(),
            same: AtomicBool::new(false),
            decided: AtomicBool::new(false),
        }))
    }

    /// Whether this very question was pending: the same gate, the same words, the same values shown and covered.
    ///
    /// False means that something has changed since it went out: ask again. True is remembered: the gate opens only then.
    #[must_use = "a question that has changed has to be asked again"]
    pub fn is_of(&self, question: &GateQuestion) -> bool {
        let same = self.is_gate(&question.gate)
            && question.fingerprint() == Some(self.pending.fingerprint.0);
        if same {
            self.same.store(true, Ordering::Release);
        }
        same
    }

    /// Whether there is an answer, whatever it says. Without one, ask again.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.raw.is_some()
    }

    /// Whether the answer came sooner than a person could have given it: a decline within 2 seconds of asking, an accept within
    /// one. The client seems to have answered by itself.
    #[must_use]
    pub fn is_by_itself(&self) -> bool {
        let action = self.raw.as_ref().and_then(Response::read);
        action.is_some_and(|response| self.came_within(limit(response.action)))
    }

    /// The arguments of the request, for the expansion of the macros.
    #[doc(hidden)]
    #[must_use]
    pub fn arguments(&self) -> Map<String, Value> {
        self.arguments.clone()
    }

    fn came_within(&self, limit: u64) -> bool {
        self.own.host.clock.now().saturating_sub(self.pending.sent) < limit
    }

    fn is_gate(&self, gate: &GateSite) -> bool {
        self.pending.gate.0 == gate.identity() && self.key == gate.key
    }

    /// Judges the answer. Of any number of calls, at the same time or one after another, one at most opens the gate.
    fn decide<'v>(&'v self, gate: &GateSite) -> Result<Grant<'v>, GateError> {
        self.check(gate).map_err(|why| self.failed(why))?;
        let Some(raw) = &self.raw else {
            return Err(self.failed("no answer came along; ask again"));
        };
        let Some(action) = raw.get("action").and_then(Value::as_str) else {
            return Err(self.failed("the response has no action; ask again"));
        };
        let Some(Response { action, content }) = Response::read(raw) else {
            tracing::warn!(key = %self.key, action_length = action.len(), "a gate stays closed: its answer has no known action");
            return Err(GateError::UnexpectedAction);
        };
        if self.decided.swap(true, Ordering::AcqRel) {
            return Err(self.failed("it has been decided before: one accept is one confirmation"));
        }
        if self.came_within(limit(action)) {
            tracing::warn!(key = %self.key, "answered sooner than a person could: the client seems to have answered by itself");
        }
        let verdict = match action {
            Action::Cancel => {
                self.spend(How::Declined)?;
                self.own.over("cancelled");
                return Err(GateError::Cancelled);
            }
            Action::Decline => Verdict::Closed,
            Action::Accept => {
                let form = self.pending.form();
                let verdict = form.judge(content, self.own.host.policy(self.own.site.surface));
                verdict
                    .map_err(|_| self.failed("its content is not what was asked for; ask again"))?
            }
        };
        match verdict {
            Verdict::Open => {
                self.spend(How::Confirmed)?;
                self.own.over("confirmed");
                Ok(Grant::new())
            }
            Verdict::Closed => {
                let host = &self.own.host;
                let id = host.gate_id(&self.own.site, &self.key);
                host.declines.record(id, host.clock.now());
                self.spend(How::Declined)?;
                self.own.over("declined");
                Err(GateError::Declined)
            }
        }
    }

    /// Whether the answer may be judged at all.
    fn check(&self, gate: &GateSite) -> Result<(), &'static str> {
        if !self.is_gate(gate) {
            return Err("the question that was pending is another gate's");
        }
        if !self.same.load(Ordering::Acquire) {
            return Err(
                "the question was not made again, or is another by now: make it with `<handler>_ask`, decide when \
                 `verified.is_of(&question)` is true, and ask again when it is not",
            );
        }
        if self.pending.form().is_plain() && !gate.handler.plain {
            return Err("it is `plain`, which this handler's gate must not be");
        }
        let (host, site) = (&self.own.host, &self.own.site);
        if site.cancelled.is_cancelled() {
            return Err("the request was cancelled");
        }
        if let Some(why) = site.no_gates {
            return Err(why);
        }
        let id = host.gate_id(site, &self.key);
        match host.declines.closed_for(&id, host.clock.now()) {
            Some(_) => Err("it was declined three times within ten minutes"),
            None => Ok(()),
        }
    }

    fn spend(&self, how: How) -> Result<(), GateError> {
        let Some(presented) = self.own.presented else {
            return Err(self.failed("there is no state"));
        };
        let (spent, principal) = (&self.own.host.spent, &self.own.site.principal);
        spent
            .claim(principal, presented.id, presented.deadline, how)
            .map_err(|claim| {
                self.failed(match claim {
                    Claim::AlreadyConfirmed => "this confirmation was used before",
                    Claim::AlreadyDeclined => "this question was declined before",
                    Claim::Expired => "the time for this answer is over",
                    Claim::Full => "too many confirmations at a time",
                })
            })
    }

    fn failed(&self, why: &str) -> GateError {
        tracing::warn!(key = %self.key, why, "a gate asked by hand stays closed");
        GateError::Failed
    }
}

/// How soon (milliseconds) such an answer was hardly a person's.
fn limit(action: Action) -> u64 {
    match action {
        Action::Accept => QUICK_ACCEPT,
        Action::Decline => QUICK_DECLINE,
        Action::Cancel => 0,
    }
}

/// Shows the key, not the answer.
impl fmt::Debug for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verified")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// Judges the answer to a gate, for the expansion of the macros.
///
/// # Errors
///
/// [`GateError`] when the gate does not open.
#[doc(hidden)]
pub fn decide<G>(verified: &Verified, gate: GateSite) -> Result<Confirmed<'_, G>, GateError> {
    verified.decide(&gate).map(Grant::confirm)
}
