//! One request's part of a conversation: which questions are settled, and which are due.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::asking::Ready;
use super::calls::Call;
use super::deliver::{BackChannel, KeepAlive};
use super::host::{Host, Terms};
use super::journal::Journal;
use super::opening::Start;
use super::round::{Again, Outstanding, Stand};
use super::stop::{Pause, Stop};
use crate::canonical::{self, Framed, Sha256Digest};
use crate::clock::Sleep;
use crate::continuation::{Chain, Hold, Presented};
use crate::question::{Body, Fingerprint, Modes, Question, ROUND_LIMIT};
use crate::seal::Principal;

/// How questions reach the person.
pub(crate) enum Delivery {
    /// The request ends with the questions, and is retried with the answers.
    Suspend,
    /// Each question is asked on this connection and awaited in place.
    Await(Box<dyn BackChannel>),
}

/// Where a call comes from: what is usual there differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    /// A request of MCP.
    Mcp,
    /// A call of a registry.
    Registry,
}

impl Surface {
    /// How many questions go out at a time.
    pub(super) fn questions(self) -> usize {
        match self {
            Self::Mcp => ROUND_LIMIT,
            // A pending call is one question.
            Self::Registry => 1,
        }
    }

    /// Whether an invalid answer is refused, and the prompt stays as it is. Else it is asked again.
    pub(super) fn rejects(self) -> bool {
        self == Self::Registry
    }
}

/// Who asks, and on whose behalf.
pub(crate) struct Site {
    /// The caller.
    pub(crate) principal: Principal,
    /// The request's method.
    pub(crate) method: &'static str,
    /// The tool's or prompt's name, or the resource's URI.
    pub(crate) name: String,
    /// A digest of the canonical arguments.
    pub(crate) arguments: Sha256Digest,
    /// What else steers the effect.
    pub(crate) bind: Vec<u8>,
    /// Where the call comes from.
    pub(crate) surface: Surface,
    /// What this client can be asked.
    pub(crate) modes: Modes,
    /// Why gates stay closed on this connection, if they do.
    pub(crate) no_gates: Option<&'static str>,
    /// Whether the request has been cancelled.
    pub(crate) cancelled: Box<dyn Cancellation>,
}

/// The end of a request before its answer.
pub(crate) trait Cancellation: Send + Sync {
    /// Whether it has come.
    fn is_cancelled(&self) -> bool;

    /// Waits for it.
    fn cancelled(&self) -> Sleep;
}

/// The conversation as one request sees it.
pub(crate) struct Conversation {
    pub(super) host: Arc<Host>,
    pub(super) site: Site,
    pub(super) terms: Terms,
    pub(super) delivery: Delivery,
    /// Who is told that the call waits, if anybody wants to be.
    pub(crate) keep_alive: Option<Box<dyn KeepAlive>>,
    pub(super) journal: Journal,
    /// Responses of this request that no question has taken yet.
    pub(super) responses: BTreeMap<String, Value>,
    pub(super) chain: Chain,
    /// How this request holds the chain in a ledger.
    pub(super) hold: Hold,
    /// The arguments of the call; in a recovery only.
    pub(super) arguments: Value,
    /// The sealed token of this request.
    pub(super) presented: Option<Presented>,
    /// Whether this request has spent its token.
    pub(super) spent: bool,
    /// The round that is being put together.
    pub(super) outstanding: Vec<Outstanding>,
    settled: BTreeMap<String, Settlement>,
    /// Questions of this pass that the client seems to have answered by itself, and whether each is an accepted gate.
    pub(super) by_itself: BTreeMap<String, bool>,
    /// A digest of the answers settled so far in this pass, in order.
    pub(super) above: [u8; 32],
    keys: BTreeSet<String>,
    /// Whether this pass had to ask in place.
    pub(super) asked_in_place: bool,
    /// Questions that failed on their way, in any pass: they are not tried again.
    pub(super) failed: BTreeMap<String, Fingerprint>,
    passes: u32,
    pub(super) stop: Option<Stop>,
    _call: Call,
}

/// A settled question. The content of an accepted one is in the journal.
pub(super) struct Settlement {
    pub(super) question: Question,
    pub(super) reply: Reply,
}

impl Settlement {
    /// Whether it is an accepted gate.
    pub(super) fn opens(&self) -> bool {
        self.reply == Reply::Accepted && self.question.is_gate()
    }
}

/// How a question was settled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Accepted,
    /// `by_itself`: sooner than a person could have.
    Declined {
        by_itself: bool,
    },
    Cancelled,
    Unavailable,
}

/// What a response did to a question.
pub(super) enum Effect {
    Settled(Reply),
    /// It was accepted, and has to be verified.
    Arrived,
    AskAgain(Again),
}

impl Conversation {
    pub(super) fn new(
        host: Arc<Host>,
        site: Site,
        terms: Terms,
        delivery: Delivery,
        start: Start,
        call: Call,
    ) -> Self {
        let Start {
            chain,
            hold,
            presented,
            journal,
            responses,
        } = start;
        Self {
            host,
            site,
            terms,
            delivery,
            keep_alive: None,
            journal,
            responses,
            chain,
            hold,
            arguments: Value::Null,
            presented,
            spent: false,
            outstanding: Vec::new(),
            settled: BTreeMap::new(),
            by_itself: BTreeMap::new(),
            above: [0; 32],
            keys: BTreeSet::new(),
            asked_in_place: false,
            failed: BTreeMap::new(),
            passes: 0,
            stop: None,
            _call: call,
        }
    }

    /// Who calls.
    pub(crate) fn principal(&self) -> &Principal {
        &self.site.principal
    }

    /// Stops the call. Whatever is asked of it afterwards gives the same pause.
    pub(super) fn stop(&mut self, stop: Stop) -> Pause {
        self.stop.get_or_insert(stop);
        Pause { _private: () }
    }

    /// Whether the call has been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some()
    }

    pub(super) fn go_on(&self) -> Result<(), Pause> {
        if self.stop.is_some() {
            Err(Pause { _private: () })
        } else {
            Ok(())
        }
    }

    /// Starts over from the first question, with everything that the journal knows.
    pub(super) fn begin_pass(&mut self) {
        self.outstanding.clear();
        self.settled.clear();
        self.by_itself.clear();
        self.keys.clear();
        self.above = [0; 32];
        self.asked_in_place = false;
    }

    /// Whether nothing was asked in this pass, so that what was confirmed is still what is shown.
    pub(super) async fn end_pass(&mut self) -> Result<bool, Pause> {
        self.settle().await?;
        if !self.asked_in_place {
            return Ok(true);
        }
        self.passes += 1;
        if self.passes > self.terms.rounds {
            return Err(self.stop(Stop::InteractionLimit {
                rounds: self.terms.rounds,
            }));
        }
        Ok(false)
    }

    /// Reserves a key for a question or a step of this pass.
    pub(super) fn reserve(&mut self, key: &str) -> Result<(), Pause> {
        self.go_on()?;
        if self.keys.insert(key.to_owned()) {
            return Ok(());
        }
        let misuse = format!(
            "the key `{key}` is used twice in one call; each question and step needs its own"
        );
        Err(self.stop(Stop::Misuse(misuse)))
    }

    /// Adds a question to the round that is being put together. A gate travels alone, after everything above it.
    pub(super) async fn put(&mut self, ready: Ready) -> Result<(), Pause> {
        let Ready {
            question,
            check,
            decides,
            verify,
        } = ready;
        self.reserve(&question.key)?;
        if let Some(misuse) = self.misuse(&question) {
            return Err(self.stop(Stop::Misuse(misuse)));
        }
        let gate = question.is_gate();
        if gate {
            self.settle().await?;
        }
        let fingerprint = question.fingerprint(&self.above);
        self.outstanding.push(Outstanding {
            question,
            check,
            decides,
            fingerprint,
            verify,
            seen_to: false,
            stand: Stand::New,
        });
        if gate { self.settle().await } else { Ok(()) }
    }

    fn misuse(&self, question: &Question) -> Option<String> {
        let key = &question.key;
        match &question.body {
            Body::Form(_) => None,
            _ if self.terms.unsealed => Some(format!(
                "`{key}` is asked by an `unsealed` handler, which can only ask for forms; drop `unsealed`"
            )),
            Body::Gate(gate) if gate.is_plain() && !self.terms.plain => Some(format!(
                "the gate `{key}` is `plain`, which only a tool with `read_only_hint = true` or \
                 `destructive_hint = false` may have"
            )),
            _ => None,
        }
    }

    /// Takes a settled question in: from now on it stands above what follows.
    pub(super) fn absorb(&mut self, question: Question, reply: Reply) {
        let key = question.key.to_string();
        let mut hash = Framed::hash("askback answers above 1");
        hash.field(&self.above).field(key.as_bytes());
        match reply {
            Reply::Accepted => {
                let content = match &question.body {
                    // Whether it was agreed to or finished beforehand makes no difference to what stands below.
                    Body::Url(_) => None,
                    _ => self.journal.accepted(&key),
                };
                let content = content.unwrap_or(&Value::Null);
                hash.field(b"accepted").field(&canonical::digest(content))
            }
            Reply::Declined { .. } => hash.field(b"declined"),
            Reply::Cancelled => hash.field(b"cancelled"),
            Reply::Unavailable => hash.field(b"unavailable"),
        };
        self.above = hash.finish();
        let settlement = Settlement { question, reply };
        self.note_by_itself(&key, &settlement);
        self.settled.insert(key, settlement);
    }

    pub(super) fn settlement(&self, key: &str) -> Option<&Settlement> {
        self.settled.get(key)
    }

    /// Whether a gate was accepted in this pass and its confirmation has not been taken.
    pub(super) fn settled_gate(&self) -> bool {
        self.settled.values().any(Settlement::opens)
    }

    /// Takes an accepted gate away: one accept is one confirmation.
    pub(super) fn take_gate(&mut self, key: &str) {
        self.settled.remove(key);
    }
}
