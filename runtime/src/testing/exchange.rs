//! One call and its rounds, as the person's client sees them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::Era;
use super::failure::{Log, shown};
use super::line::{Line, failure, reply};
use super::pending::Pending;
use super::setup::Setup;
use super::turn::Turn;
use crate::seal::Principal;

/// Rounds without a question that are retried: the server only wanted its state back.
const EMPTY_ROUNDS: usize = 8;

/// How a call stands.
#[derive(Clone)]
pub(super) enum Stands {
    /// Questions wait for their answers.
    Asks(Vec<Pending>),
    /// The call is over, with this response.
    Over(Value),
    /// The server did not react to what it was sent.
    Nothing,
    /// The kit could not go on.
    Stuck(String),
}

/// One call and its rounds.
#[derive(Clone)]
pub(super) struct Exchange {
    pub(super) setup: Setup,
    pub(super) line: Arc<Line>,
    pub(super) method: &'static str,
    /// Name and arguments, or the URI.
    pub(super) params: Map<String, Value>,
    /// The request that is under way.
    id: u64,
    /// What the last result said that the retry has to bring back.
    pub(super) state: Option<String>,
    /// Answers that go with the next retry.
    pub(super) answers: Map<String, Value>,
    /// The last thing that was sent: for the server to get once more.
    pub(super) last: Last,
    /// The keys of everything that was asked.
    pub(super) asked: BTreeSet<String>,
    /// The same, as it was before an attack.
    pub(super) known_before: BTreeSet<String>,
    pub(super) notifications: Vec<Value>,
    pub(super) log: Log,
    empty_rounds: usize,
}

/// What the client sends for a question.
pub(super) enum Answer {
    Response(Value),
    /// A JSON-RPC error of this code.
    Failure(i32),
}

/// What was sent last.
#[derive(Clone)]
pub(super) enum Last {
    /// A request with these retry fields.
    Request(Map<String, Value>),
    /// The response to a question of the handshake era.
    Response(Value),
}

impl Exchange {
    pub(super) fn new(setup: &Setup, method: &'static str, params: Map<String, Value>) -> Self {
        Self {
            line: Arc::new(setup.connect()),
            setup: setup.clone(),
            method,
            params,
            id: 0,
            state: None,
            answers: Map::new(),
            last: Last::Request(Map::new()),
            asked: BTreeSet::new(),
            known_before: BTreeSet::new(),
            notifications: Vec::new(),
            log: Log::default(),
            empty_rounds: 0,
        }
    }

    /// The same exchange on a connection of its own, for somebody else perhaps.
    pub(super) fn elsewhere(&self, principal: Option<Principal>) -> Self {
        let mut other = self.clone();
        if let Some(principal) = principal {
            other.setup.principal = principal;
        }
        other.line = Arc::new(other.setup.connect());
        other
    }

    pub(super) fn is_modern(&self) -> bool {
        self.setup.era == Era::Modern
    }

    /// What it is called, for a failure.
    pub(super) fn name(&self) -> String {
        let name = self.params.get("name").or_else(|| self.params.get("uri"));
        let name = name.and_then(Value::as_str).unwrap_or_default();
        format!("{} `{name}`", self.method)
    }

    /// Calls, with these retry fields, and waits for what comes.
    pub(super) async fn call(mut self, retry: Map<String, Value>) -> Turn {
        if let Some(why) = self.unfit_arguments() {
            return self.stands(Stands::Stuck(why));
        }
        if !self.is_modern()
            && let Err(why) = self.shake_hands().await
        {
            return self.stands(Stands::Stuck(why));
        }
        let arguments = self.params.get("arguments").map(Value::to_string);
        let with = match retry.is_empty() {
            true => String::new(),
            false => format!(", with {}", Value::Object(retry.clone())),
        };
        let (name, arguments) = (self.name(), arguments.unwrap_or_default());
        self.log.note(format!("{name} {arguments}{with}"));
        self.request(retry);
        self.wait().await
    }

    /// What is wrong with the arguments: a server would take such a request for one that it does not know.
    pub(super) fn unfit_arguments(&self) -> Option<String> {
        let arguments = self.params.get("arguments")?;
        let fit = arguments.is_object() || arguments.is_null();
        let name = self.name();
        (!fit).then(|| {
            format!("the arguments of {name} are an object, or null for none, not {arguments}")
        })
    }

    /// Sends the request, with these retry fields.
    pub(super) fn request(&mut self, retry: Map<String, Value>) {
        let mut params = self.params.clone();
        params.extend(retry.clone());
        let meta = self.setup.meta(&self.name());
        params.insert("_meta".to_owned(), meta);
        self.id = self.line.request(self.method, &Value::Object(params));
        self.last = Last::Request(retry);
    }

    pub(super) async fn shake_hands(&mut self) -> Result<(), String> {
        let (era, params) = (self.setup.era, self.setup.introduction());
        let id = self.line.request("initialize", &params);
        let response = self.response(id, "the response to `initialize`").await?;
        let revision = &response["result"]["protocolVersion"];
        if revision != era.revision() {
            let came = shown(&response);
            return Err(format!("the server does not speak {era}: {came}"));
        }
        self.line
            .send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        Ok(())
    }

    /// The response to this request. What else came stays to be read.
    async fn response(&self, id: u64, what: &str) -> Result<Value, String> {
        let mut early = Vec::new();
        let response = loop {
            match self.setup.time.next(&self.line, what).await {
                Ok(message) if is_response(&message, id) => break Ok(message),
                Ok(message) => early.push(message),
                Err(why) => break Err(why),
            }
        };
        self.line.put_back(early);
        response
    }

    /// Waits for the next question, or for the end of the call.
    pub(super) async fn wait(mut self) -> Turn {
        let what = format!("the next question of {}, or its end", self.name());
        loop {
            let message = match self.setup.time.next(&self.line, &what).await {
                Ok(message) => message,
                Err(why) => return self.stands(Stands::Stuck(why)),
            };
            if let Some(stands) = self.take_in(message) {
                if matches!(&stands, Stands::Asks(pending) if pending.is_empty()) {
                    self.empty_rounds += 1;
                    if self.empty_rounds > EMPTY_ROUNDS {
                        let why =
                            "the server wants its state back again and again, and asks nothing";
                        return self.stands(Stands::Stuck(why.to_owned()));
                    }
                    let retry = self.retry();
                    self.request(retry);
                    continue;
                }
                return self.stands(stands);
            }
        }
    }

    /// What a message from the server means, if it means anything to this call.
    fn take_in(&mut self, message: Value) -> Option<Stands> {
        if message["method"].is_string() && !message["id"].is_null() {
            let id = Some(message["id"].clone());
            let pending = Pending::read(&self.setup.watch, None, id, &message);
            return Some(self.asks(vec![pending]));
        }
        if message["method"].is_string() {
            match message["method"] == "notifications/cancelled" {
                true => self
                    .log
                    .note("the server withdraws its question".to_owned()),
                false => self.notifications.push(message),
            }
            return None;
        }
        if !is_response(&message, self.id) {
            return None;
        }
        let result = &message["result"];
        if result["inputRequests"].is_object() || result["resultType"] == "input_required" {
            self.state = result["requestState"].as_str().map(str::to_owned);
            let requests = result["inputRequests"].as_object().into_iter().flatten();
            let pending = requests
                .map(|(key, request)| Pending::read(&self.setup.watch, Some(key), None, request));
            let pending = pending.collect();
            return Some(self.asks(pending));
        }
        self.log
            .note(format!("the call is over: {}", shown(&message)));
        Some(Stands::Over(message))
    }

    fn asks(&mut self, pending: Vec<Pending>) -> Stands {
        for question in &pending {
            self.asked.extend(question.key.clone());
            let (kind, name) = (question.kind.name(), question.name());
            let said = match question.message() {
                "" => question.method(),
                message => message,
            };
            self.log
                .note(format!("the server asks {kind} `{name}`: {said}"));
        }
        Stands::Asks(pending)
    }

    /// The retry fields of the next round, answers included.
    pub(super) fn retry(&mut self) -> Map<String, Value> {
        let mut retry = Map::new();
        if let Some(state) = &self.state {
            retry.insert("requestState".to_owned(), json!(state));
        }
        let answers = std::mem::take(&mut self.answers);
        retry.insert("inputResponses".to_owned(), Value::Object(answers));
        retry
    }

    /// Answers a question, `rest` being what is asked besides.
    pub(super) async fn answer(
        mut self,
        question: Pending,
        rest: Vec<Pending>,
        (answer, after): (Answer, Duration),
        unasked: Vec<(String, Value)>,
    ) -> Turn {
        self.setup.time.pass(after).await;
        let name = question.name().to_owned();
        self.log.note(match &answer {
            Answer::Response(response) => {
                format!("{after:?} later, the answer to `{name}`: {response}")
            }
            Answer::Failure(code) => format!("{after:?} later, `{name}` fails with {code}"),
        });
        for (key, response) in &unasked {
            self.log
                .note(format!("with it an answer to `{key}`, unasked: {response}"));
        }
        if let Some(id) = &question.id {
            let ahead = id.as_u64().unwrap_or_default();
            for (at, (_, response)) in (1..).zip(unasked) {
                self.line.send(reply(&json!(ahead + at), response));
            }
            let reply = match answer {
                Answer::Response(response) => reply(id, response),
                Answer::Failure(code) => failure(id, code),
            };
            self.last = Last::Response(reply.clone());
            self.line.send(reply);
            return self.wait().await;
        }
        self.answers.extend(unasked);
        let mut over = false;
        if let Answer::Response(response) = answer {
            let action = response["action"].as_str().unwrap_or_default();
            over = question.ends && matches!(action, "decline" | "cancel");
            self.answers.insert(name, response);
        }
        if !rest.is_empty() && !over {
            return self.stands(Stands::Asks(rest));
        }
        let retry = self.retry();
        self.request(retry);
        self.wait().await
    }

    /// Whether anything came of what was just sent, in an era in which the server may keep silent.
    pub(super) async fn reaction(mut self) -> Turn {
        // It handles one message after the other: with a few answered, what was sent before them has had its effect.
        for _ in 0..3 {
            let id = self.line.request("ping", &json!({}));
            if let Err(why) = self.response(id, "the answer to a ping").await {
                return self.stands(Stands::Stuck(why));
            }
        }
        let mut seen = Vec::new();
        while let Some(message) = self.line.already_there() {
            seen.push(message);
        }
        self.line.put_back(seen.clone());
        let came = seen.into_iter().find_map(|message| self.take_in(message));
        if came.is_none() {
            self.log.note("nothing came back".to_owned());
        }
        self.stands(came.unwrap_or(Stands::Nothing))
    }

    pub(super) fn stands(self, stands: Stands) -> Turn {
        Turn::new(self, stands)
    }
}

fn is_response(message: &Value, id: u64) -> bool {
    message["method"].is_null() && message["id"] == id
}
