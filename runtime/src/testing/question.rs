//! A question that the test expected, and what the person does with it.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde_json::{Value, json};

use super::attack::Attack;
use super::exchange::{Exchange, Last, Stands, reply};
use super::failure::report;
use super::pending::Pending;
use super::turn::Turn;

/// How long a person thinks: no answer looks as if the client had given it by itself.
const THOUGHT: Duration = Duration::from_secs(5);

/// The kinds of questions, for [`Question`].
pub mod kind {
    /// A form.
    #[derive(Debug)]
    pub enum Form {}
    /// A confirmation.
    #[derive(Debug)]
    pub enum Gate {}
    /// A visit to a URL.
    #[derive(Debug)]
    pub enum Url {}
    /// Another input request: sampling, roots.
    #[derive(Debug)]
    pub enum Input {}
}

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
            self.fail(&format!("`{}` to show {text:?}", self.key()));
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
            self.fail(&format!("`{}` not to show {text:?}", self.key()));
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
        let answer = (response, self.after);
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

    fn stuck(self, why: &str) -> Turn {
        let why = format!("`{}` cannot be answered so: {why}", self.key());
        self.exchange.stands(Stands::Stuck(why))
    }

    #[track_caller]
    fn fail(&self, expected: &str) -> ! {
        let mut all = vec![self.pending.clone()];
        all.extend(self.rest.iter().cloned());
        let (asks, who) = (Stands::Asks(all), self.exchange.setup.who());
        panic!("{}", report(expected, &asks, &who, &self.exchange.log))
    }
}

impl Question<kind::Form> {
    /// The person fills it in. Over 2025-06-18 a list of choices is answered by one yes or no for each.
    pub async fn answer(self, content: Value) -> Turn {
        let response = self.accepting(content);
        self.respond(response).await
    }

    /// The person fills it in, and the client sends the answer twice at once.
    pub async fn answer_twice(self, content: Value) -> [Turn; 2] {
        let response = self.accepting(content);
        self.respond_twice(response).await
    }

    /// The response that fills it in, for [`attack`](Self::attack).
    #[must_use]
    pub fn accepting(&self, content: Value) -> Value {
        let era = self.exchange.setup.era;
        json!({ "action": "accept", "content": self.pending.content(era, content) })
    }

    /// The form, as it was declared: also in the era that shows lists otherwise. Defaults of a re-ask are in it.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.pending.schema
    }

    /// The names of its fields, in order.
    #[must_use]
    pub fn fields(&self) -> Vec<&str> {
        let properties = self.schema()["properties"].as_object();
        properties.map_or_else(Vec::new, |all| all.keys().map(String::as_str).collect())
    }

    /// The schema of one field.
    ///
    /// # Panics
    ///
    /// When there is no such field.
    #[must_use]
    #[track_caller]
    pub fn field(&self, name: &str) -> &Value {
        match self.schema()["properties"].get(name) {
            Some(field) => field,
            None => self.fail(&format!(
                "the form `{}` to have a field `{name}`",
                self.key()
            )),
        }
    }

    /// What the person sees first in a field, if anything.
    #[must_use]
    pub fn default(&self, field: &str) -> Option<&Value> {
        self.schema()["properties"].get(field)?.get("default")
    }
}

impl Question<kind::Gate> {
    /// The person says yes.
    pub async fn accept(self) -> Turn {
        match self.pending.opening(None) {
            Ok(response) => self.respond(response).await,
            Err(why) => self.stuck(why),
        }
    }

    /// The person says yes, and the client sends it twice at once.
    pub async fn accept_twice(self) -> [Turn; 2] {
        match self.pending.opening(None) {
            Ok(response) => self.respond_twice(response).await,
            Err(why) => {
                let again = self.exchange.clone();
                let again = again.stands(Stands::Stuck(why.to_owned()));
                [self.stuck(why), again]
            }
        }
    }

    /// The person types this text.
    pub async fn typed(self, text: &str) -> Turn {
        match self.pending.opening(Some(text)) {
            Ok(response) => self.respond(response).await,
            Err(why) => self.stuck(why),
        }
    }

    /// The person accepts, with a no.
    pub async fn refuse(self) -> Turn {
        let no = json!({ "action": "accept", "content": { "confirm": false } });
        self.respond(no).await
    }

    /// An attack with the accept that would open this gate; of one with a text to type, with a guess.
    pub fn attack_open(&self) -> Attack<'_> {
        let opening = self.pending.opening(None);
        let opening = opening.or_else(|_| self.pending.opening(Some("guess")));
        self.attack(opening.unwrap_or_default())
    }

    /// Its form.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.pending.schema
    }
}

impl Question<kind::Url> {
    /// The person agrees to visit the URL.
    pub async fn accept(self) -> Turn {
        self.respond(json!({ "action": "accept" })).await
    }

    /// Where it leads.
    #[must_use]
    pub fn url(&self) -> &str {
        self.pending.url()
    }
}

impl Question<kind::Input> {
    /// The client gives this result.
    pub async fn answer(self, result: Value) -> Turn {
        self.respond(result).await
    }

    /// The method, `roots/list` for example.
    #[must_use]
    pub fn method(&self) -> &str {
        self.pending.method()
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &Value {
        &self.pending.request["params"]
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
