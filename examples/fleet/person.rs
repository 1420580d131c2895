//! One conversation, by a client that may be hit by anything: it sends again what plainly failed, with the same token and the same
//! answer, sends twice what it was not sure of, and remembers what it was told.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::client::{Answer, Call, Client, Prompt, Reply};

const BUSY: i64 = -31_003;
const CONFLICT: i64 = -31_004;
const ALREADY_RAN: i64 = -31_006;
/// The conversation could not be carried on: the ledger was not there, and the same may be tried again.
const INTERNAL: i64 = -32_603;

/// How long a client goes on trying: longer than a lease lasts, more than once.
const PATIENCE: Duration = Duration::from_secs(360);
/// Who is told again and again to wait waits up to so many times as long.
const LEAST_OFTEN: u32 = 4;

/// How a conversation ended, as the client was told.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum End {
    /// With the result; the first time that it came it may have been looked up.
    Done { recovered: bool },
    /// With the no that the person gave.
    Declined,
    /// With a plain reason.
    Refused(String),
    /// Not at all.
    Open(String),
}

/// What a client was told, and what it had said.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) order: String,
    pub(crate) reason: String,
    pub(crate) end: End,
    /// The gate's message.
    pub(crate) shown: Option<String>,
    /// Two next prompts for one token.
    pub(crate) forked: bool,
    /// An answer that counted did not count any more.
    pub(crate) forgotten: bool,
    /// Legs that had to be sent again.
    pub(crate) retries: u32,
    pub(crate) took: Duration,
}

/// A conversation that is under way.
pub(crate) struct Conversation {
    client: Client,
    call: Call,
    rng: Rng,
    leg: usize,
    deadline: Instant,
    declines: bool,
    /// The next prompts that each token led to.
    next: HashMap<String, BTreeSet<String>>,
    told: Told,
}

impl Conversation {
    /// The so-many-th conversation under this seed.
    pub(crate) fn new(client: Client, number: u32, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(number.into()));
        let order = format!("order-{number}");
        let reason = format!("reason {number}.{}", rng.u32(..));
        Self {
            client,
            call: Call {
                person: format!("person-{number}"),
                tool: "delete_rows",
                arguments: json!({ "order": order, "table": "users" }),
            },
            leg: rng.usize(..3),
            declines: rng.u8(..16) == 0,
            rng,
            deadline: Instant::now() + PATIENCE,
            next: HashMap::new(),
            told: Told {
                order,
                reason,
                end: End::Open("it has not begun".to_owned()),
                shown: None,
                forked: false,
                forgotten: false,
                retries: 0,
                took: Duration::ZERO,
            },
        }
    }

    /// Carries it on to its end.
    pub(crate) async fn carry_on(mut self) -> Told {
        let begin = Instant::now();
        self.told.end = self.end().await;
        self.told.took = begin.elapsed();
        self.told
    }

    async fn end(&mut self) -> End {
        let prompt = match self.settle(None).await {
            Reply::Asks(prompt) if prompt.key == "details" => prompt,
            other => return ended(&other),
        };
        let reason = self.told.reason.clone();
        let details = answer(&prompt, "details", json!({ "reason": reason }));
        let gate = match self.settle(Some(&details)).await {
            Reply::Asks(prompt) if prompt.key == "confirmed" => prompt,
            Reply::Error {
                code: ALREADY_RAN, ..
            } => return self.look_up().await,
            other => return self.after(&details, ended(&other)),
        };
        self.told.shown = Some(gate.message.clone());
        self.doubt(&details).await;
        let mut confirmed = answer(&gate, "confirmed", json!({ "confirm": true }));
        if self.declines {
            confirmed.response = json!({ "action": "decline" });
        }
        let end = match self.settle(Some(&confirmed)).await {
            Reply::Result(text) => End::Done {
                recovered: text.contains("before"),
            },
            Reply::Failed(_) if self.declines => End::Declined,
            Reply::Error {
                code: ALREADY_RAN, ..
            } => self.look_up().await,
            other => self.after(&confirmed, ended(&other)),
        };
        if matches!(end, End::Done { .. } | End::Declined) {
            self.repeat(&confirmed, &end).await;
        }
        end
    }

    /// A token that was good and is not any more has taken an answer with it.
    fn after(&mut self, answer: &Answer, end: End) -> End {
        let acknowledged = answer.key == "confirmed";
        if matches!(&end, End::Refused(why) if acknowledged && why.starts_with("-32602")) {
            self.told.forgotten = true;
        }
        end
    }

    /// Sends a leg until it is told something; each time to another process.
    async fn settle(&mut self, answer: Option<&Answer>) -> Reply {
        sleep(Duration::from_millis(self.rng.u64(..300))).await;
        let mut patience = 1;
        loop {
            let call = self.call.clone();
            // Some send everything twice.
            let twice = answer.is_some() && self.rng.u8(..8) == 0;
            let (one, other) = (self.leg, self.leg.wrapping_add(1));
            let replies = if twice {
                let (one, other) = tokio::join!(
                    self.client.send(one, &call, answer),
                    self.client.send(other, &call, answer),
                );
                vec![one, other]
            } else {
                vec![self.client.send(one, &call, answer).await]
            };
            self.leg = other;
            for reply in &replies {
                self.note(answer, reply);
            }
            let pause = replies.iter().filter_map(again).min();
            let settled = replies.into_iter().find(|reply| again(reply).is_none());
            if let Some(reply) = settled {
                return reply;
            }
            if Instant::now() >= self.deadline {
                return Reply::Lost("it went on for too long".to_owned());
            }
            self.told.retries = self.told.retries.saturating_add(1);
            let jitter = Duration::from_millis(self.rng.u64(..100));
            sleep(pause.unwrap_or_default() * patience + jitter).await;
            patience = (patience * 2).min(LEAST_OFTEN);
        }
    }

    /// What a reply says about the answers before it.
    fn note(&mut self, answer: Option<&Answer>, reply: &Reply) {
        let (Some(answer), Reply::Asks(prompt)) = (answer, reply) else {
            return;
        };
        if prompt.key == answer.key {
            // Every answer here is valid: it was given, and is asked for again.
            self.told.forgotten = true;
            return;
        }
        let next = self.next.entry(answer.token.clone()).or_default();
        next.insert(prompt.token.clone());
        self.told.forked |= next.len() > 1;
    }

    /// Some come back with the answer before, as after a lost reply, or with another one.
    async fn doubt(&mut self, details: &Answer) {
        let call = self.call.clone();
        if self.rng.u8(..4) == 0 {
            let reply = self.client.send(self.leg, &call, Some(details)).await;
            self.note(Some(details), &reply);
            self.leg = self.leg.wrapping_add(1);
        }
        if self.rng.u8(..8) == 0 {
            let mut other = details.clone();
            other.response = accept(json!({ "reason": "another one" }));
            let reply = self.client.send(self.leg, &call, Some(&other)).await;
            self.told.forked |=
                again(&reply).is_none() && !matches!(reply, Reply::Error { code: CONFLICT, .. });
            self.leg = self.leg.wrapping_add(1);
        }
    }

    /// Some come back after the end.
    async fn repeat(&mut self, confirmed: &Answer, end: &End) {
        let call = self.call.clone();
        for _ in 0..self.rng.u8(..5).saturating_sub(2) {
            let reply = self.client.send(self.leg, &call, Some(confirmed)).await;
            self.leg = self.leg.wrapping_add(1);
            self.told.forked |= matches!(reply, Reply::Asks(_));
            let same = match end {
                End::Done { .. } => {
                    matches!(
                        &reply,
                        Reply::Result(_)
                            | Reply::Error {
                                code: ALREADY_RAN,
                                ..
                            }
                    )
                }
                _ => matches!(&reply, Reply::Failed(_)),
            };
            self.told.forgotten |= again(&reply).is_none() && !same;
        }
    }

    /// Where the ledger knows no more than that it ran, the application is asked, by the caller's own name for its call.
    async fn look_up(&mut self) -> End {
        self.call.tool = "look_up";
        match self.settle(None).await {
            Reply::Result(_) => End::Done { recovered: true },
            other => ended(&other),
        }
    }
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn answer(prompt: &Prompt, key: &'static str, content: Value) -> Answer {
    Answer {
        token: prompt.token.clone(),
        key,
        response: accept(content),
    }
}

/// After how long the same may be sent again, if nothing was settled.
fn again(reply: &Reply) -> Option<Duration> {
    let soon = Duration::from_millis(100);
    match reply {
        Reply::Lost(_) => Some(soon),
        Reply::Error {
            code: BUSY | INTERNAL,
            retry_after,
            ..
        } => Some(retry_after.unwrap_or(soon)),
        _ => None,
    }
}

/// The end that a reply is which leads no further.
fn ended(reply: &Reply) -> End {
    match reply {
        Reply::Failed(text) => End::Refused(text.clone()),
        Reply::Error { code, message, .. } => End::Refused(format!("{code}: {message}")),
        Reply::Lost(why) => End::Open(why.clone()),
        Reply::Asks(prompt) => End::Open(format!("`{}` was asked out of turn", prompt.key)),
        Reply::Result(_) => End::Open("a result came before the confirmation".to_owned()),
    }
}
