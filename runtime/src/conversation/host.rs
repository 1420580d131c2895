//! What all conversations of a process share, and what a call brings along and comes to.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::calls::Calls;
use super::deliver::Delivered;
use super::exchange::{Conversation, Site, Surface};
use super::gate::Declines;
use super::stop::Stop;
use super::table::Item;
use super::tickets::Tickets;
use crate::canonical::Framed;
use crate::clock::Clock;
use crate::continuation::Continuation;
use crate::form::Policy;
use crate::ledger::{AnswerHash, Ledger};
use crate::seal::{Binding, Seal, Spent};

/// The most bytes of one answer.
const ANSWER_LIMIT: usize = 64 * 1024;

/// What all conversations of a deployment share.
pub(crate) struct Host {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) seal: Seal,
    pub(crate) spent: Arc<Spent>,
    pub(crate) declines: Arc<Declines>,
    pub(crate) tickets: Arc<Tickets>,
    /// What keeps state between rounds in place of the seal.
    pub(crate) kept: Option<Kept>,
    pub(crate) calls: Arc<Calls>,
    /// `None`: what is usual where the call comes from.
    pub(crate) rounds: Option<u32>,
    pub(crate) attempts: u32,
    /// `None`: what is usual where the call comes from.
    pub(crate) policy: Option<Policy>,
    /// The test kit, which is told what goes out.
    #[cfg(feature = "testing")]
    pub(crate) watch: super::watch::Watched,
}

/// A ledger, and for how long it keeps a call unless the handler says.
pub(crate) struct Kept {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) ttl: Duration,
}

/// The shortest and the longest time to live of a call that a ledger keeps.
const KEPT: std::ops::RangeInclusive<Duration> =
    Duration::from_secs(30)..=Duration::from_secs(86_400);

/// Whether a ledger keeps a call for so long.
pub(crate) fn check_ttl(ttl: Duration) -> Result<(), String> {
    match KEPT.contains(&ttl) {
        true => Ok(()),
        false => Err(format!(
            "a ttl of {} s; give {} to {}",
            ttl.as_secs_f64(),
            KEPT.start().as_secs(),
            KEPT.end().as_secs()
        )),
    }
}

/// The terms of one conversation.
pub(crate) struct Terms {
    pub(crate) rounds: u32,
    /// Invalid answers to one question.
    pub(crate) attempts: u32,
    pub(crate) policy: Policy,
    pub(crate) unsealed: bool,
    /// Whether a gate may be `plain`.
    pub(crate) plain: bool,
    /// What the signature declares.
    pub(super) plan: &'static [Item],
    pub(crate) guidance: Option<&'static str>,
    pub(super) continuation: Continuation,
}

/// The retry fields of a request, as they came.
#[derive(Default)]
pub(crate) struct Retry<'a> {
    pub(crate) state: Option<&'a str>,
    pub(crate) responses: Option<BTreeMap<String, Value>>,
    /// The answer to the only question, where keys are not told.
    pub(crate) answer: Option<Value>,
}

impl Retry<'_> {
    /// Every response is an object of at most 64 KiB.
    pub(super) fn check(&self) -> Result<(), Stop> {
        check_responses(
            self.responses
                .iter()
                .flat_map(BTreeMap::values)
                .chain(&self.answer),
        )
    }

    /// What tells these answers from all others.
    pub(super) fn answer_hash(&self) -> AnswerHash {
        let mut hash = Framed::hash("askback answer 1");
        match &self.answer {
            Some(answer) => hash.text("one").value(answer),
            None => {
                hash.text("by key");
                for (key, response) in self.responses.iter().flatten() {
                    hash.text(key).value(response);
                }
                &mut hash
            }
        };
        AnswerHash::from_bytes(hash.finish())
    }
}

/// What became of a call.
pub(crate) enum Ending {
    /// The handler's own result stands.
    Handler,
    /// Questions go out, with the state to come back with the answers.
    Asked {
        questions: Vec<Delivered>,
        state: Option<String>,
        /// When it expires, in Unix milliseconds.
        expiry: Option<u64>,
    },
    /// The call is over.
    Stopped(Stop),
    /// A pause was on, but the handler returned something else.
    Swallowed(Stop),
}

impl Host {
    /// Whether the test kit is told what goes out.
    pub(crate) fn is_watched(&self) -> bool {
        #[cfg(feature = "testing")]
        return self.watch.is_some();
        #[cfg(not(feature = "testing"))]
        false
    }

    /// How many rounds a call may have unless its handler says.
    pub(super) fn rounds(&self, surface: Surface) -> u32 {
        self.rounds.unwrap_or(match surface {
            // Clients give up after ten.
            Surface::Mcp => 9,
            Surface::Registry => 10,
        })
    }

    /// How answers are read.
    pub(super) fn policy(&self, surface: Surface) -> Policy {
        self.policy.unwrap_or(match surface {
            Surface::Mcp => Policy::Portable,
            Surface::Registry => Policy::Strict,
        })
    }
}

impl Site {
    /// What a token of this request is bound to.
    pub(super) fn binding(&self) -> Binding<'_> {
        Binding {
            principal: self.principal.bytes(),
            method: self.method,
            name: &self.name,
            arguments: self.arguments,
            bind: &self.bind,
        }
    }
}

impl Conversation {
    /// The tool's or prompt's name, or the resource's URI.
    pub(crate) fn name(&self) -> &str {
        &self.site.name
    }

    /// Where else the person can do this.
    pub(crate) fn guidance(&self) -> Option<&'static str> {
        self.terms.guidance
    }

    /// Whether anything was asked, in this round or an earlier one.
    pub(crate) fn has_asked(&self) -> bool {
        !self.journal.questions.is_empty()
    }
}

/// Every response is an object of at most 64 KiB.
pub(super) fn check_responses<'a>(
    responses: impl IntoIterator<Item = &'a Value>,
) -> Result<(), Stop> {
    for response in responses {
        if !response.is_object() {
            return Err(Stop::BadResponses(
                "every entry of `inputResponses` has to be an object",
            ));
        }
        if !fits_answer(response) {
            return Err(Stop::BadResponses(
                "an entry of `inputResponses` is larger than 64 KiB",
            ));
        }
    }
    Ok(())
}

/// Whether an answer is at most 64 KiB of JSON.
pub(crate) fn fits_answer(answer: &Value) -> bool {
    serde_json::to_writer(Counter(0), answer).is_ok()
}

/// Counts bytes, and fails past the limit.
struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        if self.0 > ANSWER_LIMIT {
            Err(std::io::ErrorKind::FileTooLarge.into())
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("rounds", &self.rounds)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}
