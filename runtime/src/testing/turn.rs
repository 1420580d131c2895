//! What the server did: it asks, or the call is over.

use std::fmt;

use serde_json::Value;

use super::exchange::{Exchange, Stands};
use super::failure::report;
use super::kind;
use super::outcome::Outcome;
use super::pending::{Kind, Pending};
use super::question::Question;

/// What the server did: it asks, or the call is over. Say which you expect.
///
/// What expects panics if it is not so, at the test's own line, with the question, what was expected and the exchange so far.
#[must_use = "say what you expect: a question, or the end of the call"]
pub struct Turn {
    pub(super) exchange: Box<Exchange>,
    pub(super) stands: Stands,
    /// Whether it is of a call of its own: then its first question is nothing new.
    fresh: bool,
}

impl Turn {
    pub(super) fn new(exchange: Exchange, stands: Stands) -> Self {
        Self {
            exchange: Box::new(exchange),
            stands,
            fresh: false,
        }
    }

    pub(super) fn of_its_own(mut self) -> Self {
        self.fresh = true;
        self
    }

    /// A form with this key is asked for.
    ///
    /// In the modern era any question of the round will do. In the handshake era a round's questions come one by one, in the
    /// order of the signature: expect them in that order, and the test runs in every era.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_form(self, key: &str) -> Question<kind::Form> {
        self.expect(Kind::Form, key)
    }

    /// A confirmation with this key is asked for.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_gate(self, key: &str) -> Question<kind::Gate> {
        self.expect(Kind::Gate, key)
    }

    /// A visit to a URL is asked for, with this key.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_url(self, key: &str) -> Question<kind::Url> {
        self.expect(Kind::Url, key)
    }

    /// Another input request with this key is made: sampling, roots.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_input(self, key: &str) -> Question<kind::Input> {
        self.expect(Kind::Input, key)
    }

    #[track_caller]
    fn expect<K>(mut self, kind: Kind, key: &str) -> Question<K> {
        let name = kind.name();
        if let Stands::Asks(pending) = &mut self.stands {
            if let Some(at) = pending
                .iter()
                .position(|it| it.has_key(key) && it.kind.is(kind))
            {
                let question = pending.remove(at);
                return Question::new(self.exchange, question, std::mem::take(pending));
            }
            if pending.iter().any(|it| it.later.iter().any(|it| it == key)) {
                self.fail(&format!(
                    "the {name} `{key}` (it comes later in this round: in this era a round's questions come one by one, in \
                     the signature's order)"
                ));
            }
        }
        self.fail(&format!("the {name} `{key}`"))
    }

    /// The call is over, with a result that is no error.
    ///
    /// # Panics
    ///
    /// When it asks something, or ended with an error or a result with `isError`.
    #[track_caller]
    pub fn finish(self) -> Outcome {
        self.over(
            "the call to be over, with a result that is no error",
            |outcome| !outcome.is_error(),
        )
    }

    /// The call is over, with a result that has `isError`.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_failed(self) -> Outcome {
        self.over(
            "the call to be over, with a result with `isError`",
            |outcome| outcome.is_error() && outcome.error_code().is_none(),
        )
    }

    /// The call is over, with the JSON-RPC error of this code.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_error(self, code: i32) -> Outcome {
        self.over(
            &format!("the call to end with the error {code}"),
            |outcome| outcome.error_code() == Some(code),
        )
    }

    /// The call is over because this question was declined: a tool's result with `isError`, −31001 elsewhere.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_declined(self, key: &str) -> Outcome {
        self.refused(key, "declined", &format!("declined the question `{key}`"))
    }

    /// The call is over because this question was cancelled: a tool's result with `isError`, −31002 elsewhere.
    ///
    /// # Panics
    ///
    /// When it is not.
    #[track_caller]
    pub fn expect_cancelled(self, key: &str) -> Outcome {
        self.refused(key, "cancelled", &format!("closed the question `{key}`"))
    }

    #[track_caller]
    fn refused(self, key: &str, how: &str, says: &str) -> Outcome {
        self.over(
            &format!("the call to be over because `{key}` was {how}"),
            |outcome| outcome.is_error() && outcome.said().is_some_and(|text| text.contains(says)),
        )
    }

    /// For what came of an attack: nothing was gained. The call did not complete, and nothing is asked that was not asked
    /// before; an error, a result with `isError`, the same question again and silence all are a refusal.
    ///
    /// A first call that carried answers ([`Tester::call_answered`](super::Tester::call_answered)) gained nothing when it asks
    /// at all: it opened no gate. Look at [`keys`](Self::keys), or expect the question, to see that it begins with its first.
    ///
    /// # Panics
    ///
    /// When the attack got further.
    #[track_caller]
    pub fn expect_refused(self) -> Outcome {
        let refused = match &self.stands {
            Stands::Asks(pending) => {
                let known = |it: &Pending| match &it.key {
                    Some(key) => self.exchange.known_before.contains(key),
                    None => true,
                };
                self.fresh || pending.iter().all(known)
            }
            Stands::Over(response) => is_error(response),
            Stands::Nothing => true,
            Stands::Stuck(_) => false,
        };
        if !refused {
            self.fail("the attack to be refused");
        }
        self.into_outcome()
    }

    /// What there is, unjudged: also of a call that asks.
    ///
    /// # Panics
    ///
    /// When the kit could not go on, because the server did not react in time for example.
    #[track_caller]
    pub fn outcome(self) -> Outcome {
        if let Stands::Stuck(_) = self.stands {
            self.fail("the server to react");
        }
        self.into_outcome()
    }

    /// The keys of what is asked and not answered yet; those of the handshake era that the kit was not told of are left out.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        match &self.stands {
            Stands::Asks(pending) => pending.iter().filter_map(|it| it.key.clone()).collect(),
            _ => Vec::new(),
        }
    }

    #[track_caller]
    fn over(self, expected: &str, as_it_should: impl FnOnce(&Outcome) -> bool) -> Outcome {
        if !matches!(self.stands, Stands::Over(_)) {
            self.fail(expected);
        }
        let (who, log, stands) = (
            self.exchange.setup.who(),
            self.exchange.log.clone(),
            self.stands.clone(),
        );
        let outcome = self.into_outcome();
        if !as_it_should(&outcome) {
            panic!("{}", report(expected, &stands, &who, &log));
        }
        outcome
    }

    fn into_outcome(self) -> Outcome {
        let asked = self.keys();
        let response = match self.stands {
            Stands::Over(response) => response,
            _ => Value::Null,
        };
        Outcome::new(self.exchange, response, asked)
    }

    #[track_caller]
    fn fail(&self, expected: &str) -> ! {
        let who = self.exchange.setup.who();
        panic!(
            "{}",
            report(expected, &self.stands, &who, &self.exchange.log)
        )
    }
}

/// Whether a response is an error, or a result with `isError`.
pub(super) fn is_error(response: &Value) -> bool {
    !response["error"].is_null() || response["result"]["isError"] == true
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn")
            .field("call", &self.exchange.name())
            .field("asks", &self.keys())
            .finish_non_exhaustive()
    }
}
