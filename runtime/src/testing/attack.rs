//! What an attacker, or a faulty client, does with a question that is open.

use serde_json::{Map, Value, json};

use super::exchange::{Exchange, Stands};
use super::line::reply;
use super::pending::Pending;
use super::turn::Turn;
use crate::seal::Principal;

/// A state that nobody made, for an era that has none.
const MADE_UP: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// What an attacker, or a faulty client, does with a question that is open: answers it, but not as it may be answered.
///
/// The question stays open, and the honest exchange goes on afterwards. Look at what came of it with
/// [`expect_refused`](Turn::expect_refused), or with any other expectation. In the handshake era there is no state on the wire;
/// there each does the nearest thing.
#[must_use = "an attack is made by one of its methods"]
pub struct Attack<'a> {
    exchange: &'a Exchange,
    question: &'a Pending,
    response: Value,
}

impl<'a> Attack<'a> {
    pub(super) fn new(exchange: &'a Exchange, question: &'a Pending, response: Value) -> Self {
        Self {
            exchange,
            question,
            response,
        }
    }

    /// The answer with a state in which one character was changed. Handshake era: the answer under a request id that the
    /// server has not used.
    pub async fn tampered(self) -> Turn {
        if let Some(id) = &self.question.id {
            let forged = self.forged("the answer under a made-up request id", false);
            let ahead = json!(id.as_u64().unwrap_or_default() + 1_000);
            forged.line.send(reply(&ahead, self.response.clone()));
            return self.watch(forged, None).await;
        }
        let state = self.exchange.state.as_deref().map(changed);
        self.retry("the answer with a changed state", None, state)
            .await
    }

    /// The answer without the state. Handshake era: a new call that carries the answer in itself.
    pub async fn without_state(self) -> Turn {
        match self.question.id {
            Some(_) => self.new_call("the answer within a new call", |_| {}).await,
            None => self.retry("the answer without its state", None, None).await,
        }
    }

    /// The answer, by another principal who got hold of the state. Handshake era: the answer on a connection of another
    /// principal, under the id of the question.
    pub async fn by(self, subject: &str) -> Turn {
        let what = format!("the answer by {subject}");
        let principal = match Principal::new(super::tester::ISSUER, subject, "") {
            Ok(principal) => principal,
            Err(error) => {
                let forged = self.forged(&what, false);
                return forged.stands(Stands::Stuck(error.to_string()));
            }
        };
        let Some(id) = self.question.id.clone() else {
            let state = self.exchange.state.clone();
            return self.retry(&what, Some(principal), state).await;
        };
        let forged = self.forged(&what, false);
        let mut theirs = forged.elsewhere(Some(principal));
        if let Err(why) = theirs.shake_hands().await {
            return forged.stands(Stands::Stuck(why));
        }
        theirs.line.send(reply(&id, self.response.clone()));
        self.watch(forged, Some(theirs)).await
    }

    /// The answer, with other arguments than it was asked for. Handshake era: a new call with these arguments that carries
    /// the answer and a made-up state.
    pub async fn with_arguments(self, arguments: Value) -> Turn {
        self.otherwise("arguments", arguments).await
    }

    /// The answer, to another tool, prompt or resource. Handshake era: a new call of that one that carries the answer and a
    /// made-up state.
    pub async fn to(self, name: &str) -> Turn {
        let member = match self.exchange.method {
            "resources/read" => "uri",
            _ => "name",
        };
        self.otherwise(member, json!(name)).await
    }

    async fn otherwise(self, member: &str, value: Value) -> Turn {
        let what = format!("the answer with {member} {value}");
        if self.question.id.is_some() {
            let change = |forged: &mut Exchange| {
                forged.params.insert(member.to_owned(), value);
            };
            return self.new_call(&what, change).await;
        }
        let mut forged = self.forged(&what, true);
        forged.params.insert(member.to_owned(), value);
        if let Some(why) = forged.unfit_arguments() {
            return forged.stands(Stands::Stuck(why));
        }
        let state = forged.state.clone();
        let retry = self.retry_fields(state.as_deref());
        forged.request(retry);
        forged.wait().await
    }

    /// The exchange as the attacker carries it on, on a connection of its own if so.
    fn forged(&self, what: &str, elsewhere: bool) -> Exchange {
        let mut forged = match elsewhere {
            true => self.exchange.elsewhere(None),
            false => self.exchange.clone(),
        };
        forged.known_before = forged.asked.clone();
        forged.log.note(format!(
            "an attack: {what}, `{}`: {}",
            self.question.name(),
            self.response
        ));
        forged
    }

    fn retry_fields(&self, state: Option<&str>) -> Map<String, Value> {
        let mut answers = self.exchange.answers.clone();
        answers.insert(self.question.name().to_owned(), self.response.clone());
        let mut retry = Map::new();
        if let Some(state) = state {
            retry.insert("requestState".to_owned(), json!(state));
        }
        retry.insert("inputResponses".to_owned(), Value::Object(answers));
        retry
    }

    async fn retry(self, what: &str, by: Option<Principal>, state: Option<String>) -> Turn {
        let mut forged = self.forged(what, by.is_none());
        if by.is_some() {
            forged = forged.elsewhere(by);
        }
        forged.request(self.retry_fields(state.as_deref()));
        forged.wait().await
    }

    /// A call of the handshake era that claims to be a retry.
    async fn new_call(self, what: &str, change: impl FnOnce(&mut Exchange)) -> Turn {
        let mut forged = self.forged(what, true);
        change(&mut forged);
        let retry = self.retry_fields(Some(MADE_UP));
        forged.call(retry).await.of_its_own()
    }

    /// Whether the honest call got anywhere by what was sent; `sent_by` is whose connection it went over, if another one.
    async fn watch(&self, honest: Exchange, sent_by: Option<Exchange>) -> Turn {
        if let Some(theirs) = sent_by {
            let theirs = theirs.reaction().await;
            if !matches!(theirs.stands, Stands::Nothing) {
                return theirs;
            }
        }
        honest.reaction().await
    }
}

/// The state with one character changed, in the middle.
fn changed(state: &str) -> String {
    let middle = state.chars().count() / 2;
    let change = |(at, c): (usize, char)| match (at == middle, c) {
        (true, 'A') => 'B',
        (true, _) => 'A',
        (false, c) => c,
    };
    state.chars().enumerate().map(change).collect()
}
