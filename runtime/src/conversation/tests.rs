//! Conversations without a network: the handler below stands for `delete_rows`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::askback::Askback;
use crate::clock::ManualClock;
use crate::form::{FieldSchema, Form, Kind, Reader, Schema};
use crate::question::Modes;
use crate::{Answer, canonical};

const START: u64 = 1_800_000_000_000;

struct Reason {
    reason: String,
}

impl Form for Reason {
    fn schema() -> &'static Schema {
        static SCHEMA: std::sync::OnceLock<Schema> = std::sync::OnceLock::new();
        SCHEMA.get_or_init(|| {
            let kind = Kind::Text {
                min_length: Some(3),
                max_length: Some(20),
                format: None,
            };
            let note = FieldSchema::new("note", Kind::text()).with_required(false);
            Schema::new(vec![
                FieldSchema::new("reason", kind).with_required(true),
                note,
            ])
        })
    }

    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let reason = reader.field(0);
        let _: Option<Option<String>> = reader.field(1);
        Some(Self { reason: reason? })
    }
}

static HANDLER: Handler = Handler {
    name: "delete_rows",
    ttl: None,
    rounds: None,
    guidance: None,
    unsealed: false,
    plain: false,
    plan: &[],
};

/// A server, its clock, and what its handler did.
struct World {
    clock: Arc<ManualClock>,
    askback: Askback,
    modes: Modes,
    effects: AtomicU32,
    counted: AtomicU32,
    cancelled: Arc<std::sync::atomic::AtomicBool>,
}

/// What a call came back with.
#[derive(Debug, PartialEq)]
enum Came {
    Done(String),
    Asked(Vec<String>, Option<String>),
    Stopped(&'static str),
}

impl Came {
    fn state(&self) -> String {
        match self {
            Self::Asked(_, Some(state)) => state.clone(),
            other => panic!("{other:?} has no state"),
        }
    }

    fn keys(&self) -> Vec<&str> {
        match self {
            Self::Asked(keys, _) => keys.iter().map(String::as_str).collect(),
            other => panic!("{other:?} asks nothing"),
        }
    }
}

fn name(stop: &Stop) -> &'static str {
    match stop {
        Stop::Asked(_) => "asked",
        Stop::Declined {
            by_itself: true, ..
        } => "declined by itself",
        Stop::Declined { .. } => "declined",
        Stop::Cancelled { .. } => "cancelled",
        Stop::Invalid(_) => "invalid",
        Stop::Unsupported { .. } => "unsupported",
        Stop::InteractionLimit { .. } => "interaction_limit",
        Stop::Busy => "busy",
        Stop::Conflict => "conflict",
        Stop::AlreadyRan => "already_ran",
        Stop::GateClosed { .. } => "gate closed",
        Stop::GateUnguarded { .. } => "gate unguarded",
        Stop::Unaskable { .. } => "unaskable",
        Stop::LegFailed { .. } => "leg failed",
        Stop::RequestCancelled => "request cancelled",
        Stop::Misuse(_) => "misuse",
        Stop::BadState => "bad state",
        Stop::BadResponses(_) => "bad responses",
        Stop::StateTooLarge => "state too large",
        Stop::Internal(_) => "internal",
    }
}

impl World {
    fn new() -> Self {
        let clock = Arc::new(ManualClock::new(START));
        let askback = Askback::builder()
            .clock(clock.clone())
            .key([7; 32])
            .audience("tests")
            .build()
            .unwrap();
        Self {
            clock,
            askback,
            modes: Modes::FORM,
            effects: AtomicU32::new(0),
            counted: AtomicU32::new(0),
            cancelled: Arc::default(),
        }
    }

    fn later(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    fn site(&self, principal: &str, arguments: &Value) -> Site {
        let cancelled = Arc::clone(&self.cancelled);
        Site {
            principal: principal.into(),
            method: "tools/call",
            name: "delete_rows".into(),
            arguments: canonical::digest(arguments),
            bind: Vec::new(),
            modes: self.modes,
            no_gates: None,
            cancelled: Box::new(move || cancelled.load(SeqCst)),
        }
    }

    /// The handler: counts, asks for a reason, asks for a confirmation, deletes.
    async fn delete_rows(&self, ask: &mut Ask<'_>) -> Result<String, Pause> {
        let rows = ask
            .step("rows", async {
                self.counted.fetch_add(1, SeqCst);
                Ok::<_, Pause>(5)
            })
            .await?;
        let Reason { reason } = ask.form("details", "Why?").await?;
        let confirmed: Confirmed<'_> = ask
            .confirm("confirmed", format!("Delete {rows} rows?"))
            .await?;
        self.truncate(confirmed);
        Ok(format!("{rows} rows deleted: {reason}"))
    }

    fn truncate(&self, _: Confirmed<'_>) {
        self.effects.fetch_add(1, SeqCst);
    }

    async fn call(&self, retry: Retry<'_>) -> Came {
        self.call_as("me", &json!({ "table": "users" }), retry)
            .await
    }

    async fn call_as(&self, principal: &str, arguments: &Value, retry: Retry<'_>) -> Came {
        let site = self.site(principal, arguments);
        self.run(site, retry, Delivery::Suspend, &HANDLER, async |ask| {
            self.delete_rows(ask).await
        })
        .await
    }

    async fn run(
        &self,
        site: Site,
        retry: Retry<'_>,
        delivery: Delivery,
        handler: &Handler,
        body: impl AsyncFnOnce(&mut Ask<'_>) -> Result<String, Pause>,
    ) -> Came {
        let conversation = match self.askback.host.open(handler, site, retry, delivery) {
            Ok(conversation) => conversation,
            Err(stop) => return Came::Stopped(name(&stop)),
        };
        let scope = ();
        let mut ask = Ask::new(conversation, &scope);
        let returned = body(&mut ask).await;
        match ask.conversation.finish(returned.is_err()) {
            Ending::Handler => Came::Done(returned.unwrap()),
            Ending::Asked { questions, state } => {
                Came::Asked(questions.into_iter().map(|q| q.key).collect(), state)
            }
            Ending::Stopped(stop) => Came::Stopped(name(&stop)),
            Ending::Swallowed { .. } => Came::Stopped("swallowed"),
        }
    }

    /// As far as the gate: the state whose confirmation is pending.
    async fn at_the_gate(&self) -> String {
        let asked = self.call(Retry::default()).await;
        assert_eq!(asked.keys(), ["details"]);
        self.later(5);
        let asked = self
            .call(retry(
                &asked.state(),
                json!({ "details": accept(json!({ "reason": "old" })) }),
            ))
            .await;
        assert_eq!(asked.keys(), ["confirmed"]);
        self.later(5);
        asked.state()
    }

    fn effects(&self) -> u32 {
        self.effects.load(SeqCst)
    }
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

fn retry(state: &str, responses: Value) -> Retry<'_> {
    Retry {
        state: Some(state),
        responses: Some(serde_json::from_value(responses).unwrap()),
    }
}

#[tokio::test]
async fn two_rounds_and_then_the_effect_once() {
    let world = World::new();
    let state = world.at_the_gate().await;
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Done("5 rows deleted: old".into())
    );
    assert_eq!(world.effects(), 1);
    assert_eq!(world.counted.load(SeqCst), 1, "the step was carried");
}

#[tokio::test]
async fn a_first_call_that_carries_answers_is_asked_all_the_same() {
    let world = World::new();
    let responses: BTreeMap<_, _> = serde_json::from_value(
        json!({ "details": accept(json!({ "reason": "old" })), "confirmed": yes()["confirmed"] }),
    )
    .unwrap();
    let came = world
        .call(Retry {
            state: None,
            responses: Some(responses),
        })
        .await;
    assert_eq!(came.keys(), ["details"]);
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn an_answer_counts_only_for_a_question_that_the_token_shows_as_pending() {
    let world = World::new();
    let first = world.call(Retry::default()).await;
    let mut responses = yes();
    responses["details"] = accept(json!({ "reason": "old" }));
    let came = world.call(retry(&first.state(), responses)).await;
    assert_eq!(
        came.keys(),
        ["confirmed"],
        "the confirmation came before it was asked for"
    );
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn a_state_is_bound_to_its_request() {
    let world = World::new();
    let state = world.at_the_gate().await;
    let users = json!({ "table": "users" });
    for (what, principal, arguments) in [
        ("another principal", "you", users.clone()),
        ("other arguments", "me", json!({ "table": "orders" })),
        (
            "one number over 2^53 for another",
            "me",
            json!({ "table": "users", "id": 9_007_199_254_740_993_u64 }),
        ),
    ] {
        assert_eq!(
            world
                .call_as(principal, &arguments, retry(&state, yes()))
                .await,
            Came::Stopped("bad state"),
            "{what}"
        );
    }
    let mut site = world.site("me", &users);
    site.name = "list_rows".into();
    let came = world.run(
        site,
        retry(&state, yes()),
        Delivery::Suspend,
        &HANDLER,
        async |ask| world.delete_rows(ask).await,
    );
    assert_eq!(came.await, Came::Stopped("bad state"), "another tool");
    for (what, state) in [
        ("tampered", format!("{state}-TAMPERED")),
        ("truncated", state[1..].into()),
        ("empty", String::new()),
    ] {
        assert_eq!(
            world.call(retry(&state, yes())).await,
            Came::Stopped("bad state"),
            "{what}"
        );
    }
    assert_eq!(world.effects(), 0);
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Done("5 rows deleted: old".into()),
        "the right one still works"
    );
}

#[tokio::test]
async fn a_deadline_is_set_by_the_first_question_and_never_extended() {
    let world = World::new();
    let state = world.at_the_gate().await;
    world.later(600 - 10);
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("bad state")
    );
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn an_accept_counts_once() {
    let world = World::new();
    let state = world.at_the_gate().await;
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Done("5 rows deleted: old".into())
    );
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("already_ran")
    );
    assert_eq!(world.effects(), 1);
}

#[tokio::test]
async fn a_decline_stays_a_decline() {
    for no in [
        json!({ "action": "decline" }),
        accept(json!({ "confirm": false })),
        json!({ "action": "decline", "content": {} }),
    ] {
        let world = World::new();
        let state = world.at_the_gate().await;
        assert_eq!(
            world.call(retry(&state, json!({ "confirmed": no }))).await,
            Came::Stopped("declined")
        );
        assert_eq!(
            world.call(retry(&state, yes())).await,
            Came::Stopped("conflict")
        );
        assert_eq!(world.effects(), 0);
    }
}

#[tokio::test]
async fn a_cancel_is_told_from_a_decline_and_spends_the_token_too() {
    let world = World::new();
    let state = world.at_the_gate().await;
    assert_eq!(
        world
            .call(retry(
                &state,
                json!({ "confirmed": { "action": "cancel", "content": null } })
            ))
            .await,
        Came::Stopped("cancelled")
    );
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("conflict")
    );
}

#[tokio::test]
async fn a_quick_decline_is_marked() {
    let world = World::new();
    let asked = world.call(Retry::default()).await;
    world.later(1);
    let came = world
        .call(retry(
            &asked.state(),
            json!({ "details": { "action": "decline" } }),
        ))
        .await;
    assert_eq!(came, Came::Stopped("declined by itself"));
}

#[tokio::test]
async fn what_is_no_yes_never_opens_a_gate() {
    for answer in [
        accept(json!({})),
        accept(Value::Null),
        json!({ "action": "accept" }),
        accept(json!({ "confirm": "true" })),
        accept(json!({ "confirm": 1 })),
        accept(json!({ "confirm": [true] })),
        accept(json!([{ "confirm": true }])),
        accept(json!("true")),
        json!({}),
        json!({ "action": "ok", "content": { "confirm": true } }),
        json!({ "confirm": true }),
        json!({ "role": "assistant", "content": { "type": "text", "text": "yes" }, "model": "m" }),
        json!({ "method": "elicitation/create", "result": { "action": "accept", "content": { "confirm": true } } }),
    ] {
        let world = World::new();
        let state = world.at_the_gate().await;
        let came = world
            .call(retry(&state, json!({ "confirmed": answer })))
            .await;
        assert_eq!(came.keys(), ["confirmed"], "{answer}");
        assert_eq!(world.effects(), 0, "{answer}");
    }
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again_three_times_at_most() {
    let world = World::new();
    let mut state = world.call(Retry::default()).await.state();
    for _ in 0..2 {
        let came = world
            .call(retry(
                &state,
                json!({ "details": accept(json!({ "reason": "x" })) }),
            ))
            .await;
        assert_eq!(came.keys(), ["details"]);
        state = came.state();
    }
    let came = world
        .call(retry(
            &state,
            json!({ "details": accept(json!({ "reason": "x" })) }),
        ))
        .await;
    assert_eq!(came, Came::Stopped("invalid"));
}

#[tokio::test]
async fn entries_that_are_no_objects_are_refused_before_the_handler() {
    for entry in [
        json!(12345),
        json!("accept"),
        json!(null),
        json!([]),
        json!(true),
    ] {
        let world = World::new();
        let state = world.at_the_gate().await;
        assert_eq!(
            world
                .call(retry(&state, json!({ "confirmed": entry })))
                .await,
            Came::Stopped("bad responses")
        );
    }
    let world = World::new();
    let state = world.call(Retry::default()).await.state();
    let huge = accept(json!({ "reason": "x".repeat(70_000) }));
    assert_eq!(
        world.call(retry(&state, json!({ "details": huge }))).await,
        Came::Stopped("bad responses")
    );
}

#[tokio::test]
async fn what_is_missing_or_unknown_is_asked_for_again() {
    for responses in [
        json!({}),
        json!({ "wrong": accept(json!({ "reason": "old" })) }),
    ] {
        let world = World::new();
        let state = world.call(Retry::default()).await.state();
        assert_eq!(
            world.call(retry(&state, responses)).await.keys(),
            ["details"]
        );
        assert_eq!(
            world
                .call(Retry {
                    state: Some(&state),
                    responses: None
                })
                .await
                .keys(),
            ["details"]
        );
    }
}

#[tokio::test]
async fn rounds_have_a_limit_and_the_last_answer_may_finish() {
    let world = World::new();
    let handler = Handler {
        rounds: Some(2),
        ..HANDLER_COPY
    };
    let body = async |ask: &mut Ask<'_>| world.delete_rows(ask).await;
    let site = || world.site("me", &json!({}));
    let first = world
        .run(site(), Retry::default(), Delivery::Suspend, &handler, body)
        .await;
    let again = world
        .run(
            site(),
            retry(&first.state(), json!({})),
            Delivery::Suspend,
            &handler,
            body,
        )
        .await;
    assert_eq!(again.keys(), ["details"], "the second round");
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let third = world
        .run(
            site(),
            retry(&again.state(), answer.clone()),
            Delivery::Suspend,
            &handler,
            body,
        )
        .await;
    assert_eq!(third, Came::Stopped("interaction_limit"));

    let second = world
        .run(
            site(),
            retry(&first.state(), answer),
            Delivery::Suspend,
            &handler,
            body,
        )
        .await;
    assert_eq!(
        world
            .run(
                site(),
                retry(&second.state(), yes()),
                Delivery::Suspend,
                &handler,
                body
            )
            .await,
        Came::Done("5 rows deleted: old".into())
    );
}

const HANDLER_COPY: Handler = Handler {
    name: "delete_rows",
    ttl: None,
    rounds: None,
    guidance: None,
    unsealed: false,
    plain: false,
    plan: &[],
};

#[tokio::test]
async fn a_gate_declined_three_times_is_closed_for_a_while() {
    let world = World::new();
    for _ in 0..3 {
        let state = world.at_the_gate().await;
        world.later(5);
        assert_eq!(
            world
                .call(retry(
                    &state,
                    json!({ "confirmed": { "action": "decline" } })
                ))
                .await,
            Came::Stopped("declined")
        );
    }
    let first = world.call(Retry::default()).await;
    let came = world
        .call(retry(
            &first.state(),
            json!({ "details": accept(json!({ "reason": "old" })) }),
        ))
        .await;
    assert_eq!(came, Came::Stopped("gate closed"));
    world.later(600);
    world.at_the_gate().await;
}

#[tokio::test]
async fn all_that_a_client_cannot_be_asked_is_said_before_anything_is_asked() {
    let mut world = World::new();
    world.modes = Modes::URL;
    assert_eq!(
        world.call(Retry::default()).await,
        Came::Stopped("unsupported")
    );
    let site = world.site("me", &json!({}));
    let came = world.run(
        site,
        Retry::default(),
        Delivery::Suspend,
        &HANDLER,
        async |ask| match ask.form::<Answer<Reason>>("details", "Why?").await? {
            Answer::Unavailable => Ok("unavailable".into()),
            _ => Ok("asked".into()),
        },
    );
    assert_eq!(came.await, Came::Done("unavailable".into()));
}

#[tokio::test]
async fn a_swallowed_pause_replaces_the_result() {
    let world = World::new();
    let site = world.site("me", &json!({}));
    let came = world.run(
        site,
        Retry::default(),
        Delivery::Suspend,
        &HANDLER,
        async |ask| {
            let first = ask.form::<Reason>("details", "Why?").await;
            assert!(first.is_err());
            assert!(
                ask.confirm::<AnyGate>("confirmed", "Sure?").await.is_err(),
                "a pause poisons"
            );
            Ok("done anyway".into())
        },
    );
    assert_eq!(came.await, Came::Stopped("swallowed"));
}

#[tokio::test]
async fn keys_are_used_once_and_well_formed() {
    let world = World::new();
    for (key, other, stop) in [
        ("a", "a", "misuse"),
        ("a b", "c", "unaskable"),
        ("", "c", "unaskable"),
    ] {
        let site = world.site("me", &json!({}));
        let came = world.run(
            site,
            Retry::default(),
            Delivery::Suspend,
            &HANDLER,
            async |ask| {
                let parts = (form::<Reason>(key, "1"), form::<Reason>(other, "2"));
                ask.all(parts).await.map(|_| String::new())
            },
        );
        assert_eq!(came.await, Came::Stopped(stop), "{key:?} {other:?}");
    }
}

#[tokio::test]
async fn neighbours_share_a_round_and_given_answers_are_kept() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        let (a, b) = ask
            .all((form::<Reason>("a", "1"), form::<Reason>("b", "2")))
            .await?;
        Ok(format!("{} {}", a.reason, b.reason))
    };
    let site = || world.site("me", &json!({}));
    let first = world
        .run(site(), Retry::default(), Delivery::Suspend, &HANDLER, body)
        .await;
    assert_eq!(first.keys(), ["a", "b"]);
    let answer = json!({ "a": accept(json!({ "reason": "one" })) });
    let second = world
        .run(
            site(),
            retry(&first.state(), answer),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(second.keys(), ["b"]);
    let answers = json!({ "a": accept(json!({ "reason": "other" })), "b": accept(json!({ "reason": "two" })) });
    let third = world
        .run(
            site(),
            retry(&second.state(), answers),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(
        third,
        Came::Done("one two".into()),
        "an accepted answer is never replaced"
    );
}

#[tokio::test]
async fn more_questions_than_a_round_holds_go_out_in_rounds() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        let questions = (0..20).map(|n| (format!("q{n:02}"), "Why?"));
        let answers: Vec<Reason> = ask.forms(questions).await?;
        Ok(answers
            .iter()
            .map(|answer| answer.reason.len())
            .sum::<usize>()
            .to_string())
    };
    let site = || world.site("me", &json!({}));
    let answers = |keys: Vec<&str>| {
        keys.into_iter()
            .map(|key| (key.to_owned(), accept(json!({ "reason": "abc" }))))
            .collect::<serde_json::Map<_, _>>()
    };
    let first = world
        .run(site(), Retry::default(), Delivery::Suspend, &HANDLER, body)
        .await;
    assert_eq!(first.keys().len(), 16);
    let second = world
        .run(
            site(),
            retry(&first.state(), answers(first.keys()).into()),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(second.keys(), ["q16", "q17", "q18", "q19"]);
    let third = world
        .run(
            site(),
            retry(&second.state(), answers(second.keys()).into()),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(third, Came::Done("60".into()));
}

#[tokio::test]
async fn a_question_that_comes_out_differently_is_asked_again_and_closes_the_gate_below() {
    let world = World::new();
    let text = Mutex::new("Why?");
    let body = async |ask: &mut Ask<'_>| {
        let message = *text.lock().unwrap();
        let Reason { reason } = ask.form("details", message).await?;
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        world.truncate(confirmed);
        Ok(reason)
    };
    let site = || world.site("me", &json!({}));
    let first = world
        .run(site(), Retry::default(), Delivery::Suspend, &HANDLER, body)
        .await;
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let gate = world
        .run(
            site(),
            retry(&first.state(), answer),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    *text.lock().unwrap() = "Why really?";
    let again = world
        .run(
            site(),
            retry(&gate.state(), yes()),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(again.keys(), ["details"]);
    let answer = json!({ "details": accept(json!({ "reason": "new" })) });
    let gate = world
        .run(
            site(),
            retry(&again.state(), answer),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(
        gate.keys(),
        ["confirmed"],
        "the confirmation covered the other reason"
    );
    assert_eq!(world.effects(), 0);
    assert_eq!(
        world
            .run(
                site(),
                retry(&gate.state(), yes()),
                Delivery::Suspend,
                &HANDLER,
                body
            )
            .await,
        Came::Done("new".into())
    );
}

#[tokio::test]
async fn after_a_gate_every_later_token_leads_to_one_run_too() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        let Reason { reason } = ask.form("details", "Why?").await?;
        world.truncate(confirmed);
        Ok(reason)
    };
    let site = || world.site("me", &json!({}));
    let gate = world
        .run(site(), Retry::default(), Delivery::Suspend, &HANDLER, body)
        .await
        .state();
    let form = world
        .run(
            site(),
            retry(&gate, yes()),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await
        .state();
    let again = world
        .run(
            site(),
            retry(&gate, yes()),
            Delivery::Suspend,
            &HANDLER,
            body,
        )
        .await;
    assert_eq!(
        again,
        Came::Stopped("already_ran"),
        "else one accept would start two branches"
    );
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    assert_eq!(
        world
            .run(
                site(),
                retry(&form, answer.clone()),
                Delivery::Suspend,
                &HANDLER,
                body
            )
            .await,
        Came::Done("old".into())
    );
    assert_eq!(
        world
            .run(
                site(),
                retry(&form, answer),
                Delivery::Suspend,
                &HANDLER,
                body
            )
            .await,
        Came::Stopped("already_ran")
    );
    assert_eq!(world.effects(), 1);
}

#[tokio::test]
async fn a_cancelled_request_opens_no_gate() {
    let world = World::new();
    let state = world.at_the_gate().await;
    world.cancelled.store(true, SeqCst);
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("request cancelled")
    );
    assert_eq!(world.effects(), 0);
}

/// Answers from a list, one after the other.
struct Script(
    Mutex<Vec<Result<Value, LegFailure>>>,
    Arc<Mutex<Vec<String>>>,
);

impl BackChannel for Script {
    fn ask<'a>(&'a self, question: &'a Delivered) -> Leg<'a> {
        self.1.lock().unwrap().push(question.message.clone());
        let next = self.0.lock().unwrap().remove(0);
        Box::pin(std::future::ready(next))
    }
}

#[tokio::test]
async fn in_the_handshake_era_the_same_handler_waits_in_place() {
    let world = World::new();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let answers = vec![
        Ok(accept(json!({ "reason": "x" }))),
        Ok(accept(json!({ "reason": "old" }))),
        Ok(yes()["confirmed"].clone()),
    ];
    let delivery = Delivery::Await(Box::new(Script(Mutex::new(answers), Arc::clone(&asked))));
    let site = world.site("me", &json!({}));
    let came = world
        .run(site, Retry::default(), delivery, &HANDLER, async |ask| {
            world.delete_rows(ask).await
        })
        .await;
    assert_eq!(came, Came::Done("5 rows deleted: old".into()));
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 3);
    assert!(
        asked[1].starts_with("Why?\n\nPlease correct:\n- reason: "),
        "{}",
        asked[1]
    );
}

#[tokio::test]
async fn in_the_handshake_era_a_failed_leg_keeps_the_gate_closed() {
    for failure in [
        LegFailure::Refused,
        LegFailure::Timeout,
        LegFailure::NoBackChannel,
        LegFailure::Closed,
        LegFailure::Crowded,
    ] {
        let world = World::new();
        let answers = vec![Ok(accept(json!({ "reason": "old" }))), Err(failure)];
        let delivery = Delivery::Await(Box::new(Script(Mutex::new(answers), Arc::default())));
        let site = world.site("me", &json!({}));
        let came = world
            .run(site, Retry::default(), delivery, &HANDLER, async |ask| {
                world.delete_rows(ask).await
            })
            .await;
        assert_eq!(came, Came::Stopped("leg failed"));
        assert_eq!(world.effects(), 0);
    }
}

#[tokio::test]
async fn without_a_guard_gates_of_the_handshake_era_stay_closed() {
    let world = World::new();
    let answers = vec![
        Ok(accept(json!({ "reason": "old" }))),
        Ok(yes()["confirmed"].clone()),
    ];
    let delivery = Delivery::Await(Box::new(Script(Mutex::new(answers), Arc::default())));
    let mut site = world.site("me", &json!({}));
    site.no_gates = Some("nobody checks who answers");
    let came = world
        .run(site, Retry::default(), delivery, &HANDLER, async |ask| {
            world.delete_rows(ask).await
        })
        .await;
    assert_eq!(came, Came::Stopped("gate unguarded"));
}
