//! A gate asked by hand: its question, and the state in which it is pending.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::asked::Gate;
use super::asking::Asking;
use super::deliver::Delivered;
use super::journal::Digest;
use super::own::{Brought, Own};
use super::stop::Stop;
use super::table::Handler;
use crate::canonical::Framed;
use crate::form::Policy;
use crate::question::{Body, Fingerprint, GateForm, Mode, Modes, Question, Unaskable};
use crate::seal::{Claim, How};

/// Which gate of which handler it is. Made by the expansion of `#[interactive]` alone.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct GateSite {
    /// Where the handler stands.
    pub module: &'static str,
    /// Whose method it is.
    pub server: &'static str,
    /// The handler.
    pub handler: &'static Handler,
    /// The question's key.
    pub key: &'static str,
}

impl GateSite {
    /// What no other gate has.
    pub(super) fn identity(&self) -> [u8; 32] {
        let mut hash = Framed::hash("askback gate by hand 1");
        hash.text(self.module)
            .text(self.server)
            .text(self.handler.name)
            .text(self.key);
        hash.finish()
    }
}

/// The question of one handler's gate, to be asked by hand: what `<handler>_ask` gives, and
/// [`Askback::ask`](crate::Askback::ask) takes.
#[must_use = "a question does nothing until it is asked"]
pub struct GateQuestion {
    pub(super) gate: GateSite,
    key: Cow<'static, str>,
    question: Result<Question, Unaskable>,
}

impl GateQuestion {
    /// What makes it this very question, if it may be asked.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        let question = self.question.as_ref().ok()?;
        Some(question.fingerprint(&[0; 32]))
    }
}

/// Shows the key, not what it says.
impl fmt::Debug for GateQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GateQuestion")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// The question of a gate, for the expansion of the macros.
#[doc(hidden)]
pub fn by_hand<T: Gate>(asking: Asking<T>, gate: GateSite) -> GateQuestion {
    let (key, question) = match asking.ready(Policy::Portable) {
        Ok(ready) => (ready.question.key.clone(), Ok(ready.question)),
        Err((key, why)) => (key.into(), Err(why)),
    };
    GateQuestion {
        gate,
        key,
        question,
    }
}

/// What was sealed: a mark that tells it from every other state, the rounds so far, the key, the gate.
#[derive(Serialize, Deserialize)]
struct Kept(Mark, u32, String, Pending);

#[derive(Serialize, Deserialize)]
enum Mark {
    #[serde(rename = "gate")]
    Gate,
}

/// The gate whose question is out.
#[derive(Serialize, Deserialize)]
pub(super) struct Pending {
    #[serde(rename = "g")]
    pub(super) gate: Digest,
    #[serde(rename = "f")]
    pub(super) fingerprint: Digest,
    #[serde(rename = "o")]
    opening: Opening,
    /// When it went out, in Unix milliseconds.
    #[serde(rename = "t")]
    pub(super) sent: u64,
}

/// What opens it, beside the action `accept`.
#[derive(Serialize, Deserialize)]
enum Opening {
    #[serde(rename = "y")]
    Yes(()),
    #[serde(rename = "p")]
    Plain(()),
    #[serde(rename = "t")]
    Typed(String),
}

impl Pending {
    /// The form that the answer is judged by.
    pub(super) fn form(&self) -> GateForm {
        match &self.opening {
            Opening::Yes(()) => GateForm::yes_no(None),
            Opening::Plain(()) => GateForm::plain(),
            Opening::Typed(text) => GateForm::typed(text.clone(), None),
        }
    }
}

impl Own {
    /// What the state of a gate by hand says; `None` in a first call.
    ///
    /// The rounds count on from there.
    pub(super) fn kept(&mut self, brought: &Brought) -> Result<Option<(String, Pending)>, Stop> {
        let Some(body) = &brought.body else {
            return Ok(None);
        };
        let Kept(Mark::Gate, round, key, pending) = serde_json::from_slice(body)
            .map_err(|_| self.refused("it is not that of a gate by hand"))?;
        self.round = round;
        Ok(Some((key, pending)))
    }
}

/// A gate's question as it goes out, and the state to come back with the answer.
pub(crate) struct AskedByHand {
    pub(crate) question: Delivered,
    pub(crate) state: String,
}

impl AskedByHand {
    /// Asks, if that may be asked here and now. A call that goes on keeps its deadline, and counts its rounds.
    pub(crate) fn new(
        mut own: Own,
        brought: &Brought,
        asked: GateQuestion,
    ) -> Result<Self, (Stop, Option<&'static str>)> {
        let guidance = asked.gate.handler.guidance;
        Self::ask(&mut own, brought, asked).map_err(|stop| (stop, guidance))
    }

    fn ask(own: &mut Own, brought: &Brought, asked: GateQuestion) -> Result<Self, Stop> {
        let before = own.kept(brought)?;
        let fingerprint = asked.fingerprint();
        let GateQuestion {
            gate,
            key,
            question,
        } = asked;
        let key = key.into_owned();
        let (question, fingerprint) = match (question, fingerprint) {
            (Ok(question), Some(fingerprint)) => (question, fingerprint),
            (Err(why), _) => return Err(Stop::Unaskable { key, why }),
            (Ok(_), None) => return Err(Stop::Internal("no fingerprint".to_owned())),
        };
        let Body::Gate(form) = &question.body else {
            return Err(Stop::Misuse(format!(
                "the question `{key}` is no confirmation, and only these are asked by hand"
            )));
        };
        let opening = match form.typed_text() {
            Some(text) => Opening::Typed(text.to_owned()),
            None if !form.is_plain() => Opening::Yes(()),
            None if gate.handler.plain => Opening::Plain(()),
            None => {
                return Err(Stop::Misuse(format!(
                    "the gate `{key}` is `plain`, which only a tool with `read_only_hint = true` or \
                     `destructive_hint = false` may have"
                )));
            }
        };
        if !own.site.modes.contains(Mode::Form) {
            return Err(Stop::Unsupported {
                modes: Modes::FORM,
                methods: Vec::new(),
            });
        }
        if let Some(why) = own.site.no_gates {
            return Err(Stop::GateUnguarded { key, why });
        }
        let (host, now) = (&own.host, own.host.clock.now());
        let closed = host
            .declines
            .closed_for(&host.gate_id(&own.site, &key), now);
        if let Some(seconds) = closed {
            return Err(Stop::GateClosed { key, seconds });
        }
        let principal = &own.site.principal;
        if host.spent.is_full(principal) {
            return Err(Stop::Busy);
        }
        // What was answered beside a leg that failed is kept for the very same request. What a gate binds is not in the
        // request: with its state spent, an accept of another question is not among it.
        let other = before.is_some_and(|(_, before)| {
            before.gate.0 != gate.identity() || before.fingerprint.0 != fingerprint
        });
        if let Some(presented) = own.presented.filter(|_| own.stays_here && other)
            && let Err(Claim::Full) =
                host.spent
                    .claim(principal, presented.id, presented.deadline, How::Declined)
        {
            return Err(Stop::Busy);
        }
        let pending = Pending {
            gate: Digest(gate.identity()),
            fingerprint: Digest(fingerprint),
            opening,
            sent: now,
        };
        let kept = Kept(Mark::Gate, own.next_round()?, key, pending);
        let body = serde_json::to_vec(&kept).map_err(|error| Stop::Internal(error.to_string()))?;
        Ok(Self {
            state: own.seal(body)?,
            question: Delivered::new(&question, None, None),
        })
    }
}

/// What a gate by hand seals.
#[cfg(test)]
pub(super) fn sample() -> Vec<u8> {
    let pending = Pending {
        gate: Digest([1; 32]),
        fingerprint: Digest([2; 32]),
        opening: Opening::Typed("users".to_owned()),
        sent: 77,
    };
    serde_json::to_vec(&Kept(Mark::Gate, 1, "confirmed".to_owned(), pending)).unwrap_or_default()
}

/// Whether it reads as that.
#[cfg(test)]
pub(super) fn is_gate(body: &[u8]) -> bool {
    serde_json::from_slice::<Kept>(body).is_ok()
}
