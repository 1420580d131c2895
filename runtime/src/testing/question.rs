//! A question that the test expected, and what the person does with it.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde_json::{Value, json};

use super::attack::Attack;
use super::exchange::{Answer, Exchange, Last, Stands};
use super::failure::report;
use super::line::reply;
use super::pending::Pending;
use super::turn::Turn;

/// How long a person thinks: no answer looks as if the client had given it by itself.
const THOUGHT: Duration = Duration::from_secs(5);

/// A question that waits for its answer. What can be answered depends on its kind, `K`.
#[must_use = "answer it, or the call stays open"]
pub struct Question<K> {
    pub(super) exchange: Box<Exchange>,
    pub(super) pending: Pending,
    rest: Vec<Pending>,
    after: Duration,
    unasked: Vec<(String, Value)>,
    kind: PhantomData<fn() -> K>,
}

impl<K> Question<K> {
    pub(super) fn new(exchange: Box<Exchange>, pending: Pending, rest: Vec<Pending>) -> Self {
        Self {
            exchange,
            pending,
            rest,
            after: THOUGHT,
            unasked: Vec::new(),
            kind: PhantomData,
        }
    }

    /// Its message contains this text.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn shows(self, text: &str) -> Self {
        if !self.message().contains(text) {
            self.complain(&format!("`{}` to show {text:?}", self.key()));
        }
        self
    }

    /// Nowhere in the whole request is this text: neither in the message nor in the form.
    ///
    /// # Panics
    ///
    /// When it is.
    #[track_caller]
    pub fn hides(self, text: &str) -> Self {
        if contains(self.request(), text) {
            self.complain(&format!("`{}` not to show {text:?}", self.key()));
        }
        self
    }

    /// Its key.
    #[must_use]
    pub fn key(&self) -> &str {
        self.pending.name()
    }

    /// What it says.
    #[must_use]
    pub fn message(&self) -> &str {
        self.pending.message()
    }

    /// The request as it went out, `{ "method", "params" }`: in the modern era an input request, before it the server's own.
    #[must_use]
    pub fn request(&self) -> &Value {
        &self.pending.request
    }

    /// How long the person takes to answer it, by the clock of the test: 5 s unless said. Longer than the conversation may
    /// take, and the answer comes too late.
    pub fn after(mut self, time: Duration) -> Self {
        self.after = time;
        self
    }

    /// Answers without any time passing, as a client does that answers by itself.
    pub fn at_once(self) -> Self {
        self.after(Duration::ZERO)
    }

    /// Sends an answer to something along that was not asked: under this key in the modern era, and under a request id that
    /// the server has not used yet in the handshake era.
    pub fn unasked(mut self, key: &str, response: Value) -> Self {
        self.unasked.push((key.to_owned(), response));
        self
    }

    /// The person says no.
    pub async fn decline(self) -> Turn {
        self.respond(json!({ "action": "decline" })).await
    }

    /// The person closes the question.
    pub async fn cancel(self) -> Turn {
        self.respond(json!({ "action": "cancel" })).await
    }

    /// Responds with this, as it stands.
    pub async fn respond(self, response: Value) -> Turn {
        let answer = (Answer::Response(response), self.after);
        self.exchange
            .answer(self.pending, self.rest, answer, self.unasked)
            .await
    }

    /// The client fails: it responds with a JSON-RPC error of this code. In the modern era there is no such response; there
    /// it leaves the answer out.
    pub async fn fail(self, code: i32) -> Turn {
        let answer = (Answer::Failure(code), self.after);
        self.exchange
            .answer(self.pending, self.rest, answer, self.unasked)
            .await
    }

    /// An attack with this response to the question. The question stays open: answer it afterwards.
    pub fn attack(&self, response: Value) -> Attack<'_> {
        Attack::new(&self.exchange, &self.pending, response)
    }

    /// Responds twice at once: by two retries in the modern era, by two responses to one request before it. Time passes as
    /// for any answer. Gives what came of each.
    pub async fn respond_twice(self, response: Value) -> [Turn; 2] {
        let mut one = *self.exchange;
        one.setup.time.pass(self.after).await;
        one.log.note(format!(
            "{:?} later, twice at once, the answer to `{}`: {response}",
            self.after,
            self.pending.name()
        ));
        one.known_before = one.asked.clone();
        if let Some(id) = &self.pending.id {
            let reply = reply(id, response);
            one.last = Last::Response(reply.clone());
            one.line.send(reply.clone());
            one.line.send(reply);
            let first = one.clone().wait().await;
            let second = one.reaction().await;
            return [first, second];
        }
        one.answers.insert(self.pending.name().to_owned(), response);
        let retry = one.retry();
        let mut other = one.elsewhere(None);
        one.request(retry.clone());
        other.request(retry);
        let (first, second) = tokio::join!(one.wait(), other.wait());
        [first, second]
    }

    pub(super) fn stuck(self, why: &str) -> Turn {
        let why = format!("`{}` cannot be answered so: {why}", self.key());
        self.exchange.stands(Stands::Stuck(why))
    }

    #[track_caller]
    pub(super) fn complain(&self, expected: &str) -> ! {
        let mut all = vec![self.pending.clone()];
        all.extend(self.rest.iter().cloned());
        let (asks, who) = (Stands::Asks(all), self.exchange.setup.who());
        panic!("{}", report(expected, &asks, &who, &self.exchange.log))
    }
}

/// Whether a text is anywhere in a value, names of members included.
fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own.contains(text),
        Value::Array(items) => items.iter().any(|item| contains(item, text)),
        Value::Object(members) => members
            .iter()
            .any(|(name, member)| name.contains(text) || contains(member, text)),
        other => other.to_string().contains(text),
    }
}

impl<K> fmt::Debug for Question<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("key", &self.key())
            .field("message", &self.message())
            .finish_non_exhaustive()
    }
}
