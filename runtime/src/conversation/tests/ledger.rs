//! Conversations that a ledger keeps: the handler is the one of the other tests.

use super::*;
use crate::ledger::{
    Claim, Claimed, Held, Lifetime, Limits, MemoryStore, Start, Started, Store, Stored, Token,
    Transition, Write, Written,
};

fn kept() -> World {
    World::new_kept(Limits::default())
}

impl World {
    fn new_kept(limits: Limits) -> Self {
        let clock = Arc::new(ManualClock::new(START));
        let store = MemoryStore::new(clock.clone(), limits);
        Self::at(clock, |builder| builder.ledger(store))
    }

    /// As far as the end: the confirming token, accepted.
    async fn done(&self) -> String {
        let gate = self.at_the_gate().await;
        let done = self.call(retry(&gate, yes())).await;
        assert_eq!(done, Came::Done("5 rows deleted: old".into()));
        gate
    }
}

#[tokio::test]
async fn a_handler_runs_as_it_does_sealed_and_the_token_says_nothing() {
    let world = kept();
    let gate = world.done().await;
    assert_eq!(gate.len(), Token::CHARACTERS);
    assert_eq!(world.effects(), 1);
    assert_eq!(world.counted.load(SeqCst), 1);
}

#[tokio::test]
async fn a_confirmation_that_was_used_runs_nothing_again() {
    let world = kept();
    let gate = world.done().await;
    for _ in 0..20 {
        let again = world.call(retry(&gate, yes())).await;
        assert_eq!(again, Came::Stopped("already_ran"));
    }
    assert_eq!(world.effects(), 1);
}

#[tokio::test]
async fn an_earlier_answer_leads_to_the_same_prompt_and_another_to_none() {
    let world = kept();
    let first = world.call(Retry::default()).await.state();
    let old = json!({ "details": accept(json!({ "reason": "old" })) });
    let gate = world.call(retry(&first, old.clone())).await;
    assert_eq!(world.call(retry(&first, old)).await, gate);
    let other = json!({ "details": accept(json!({ "reason": "new" })) });
    let fork = world.call(retry(&first, other)).await;
    assert_eq!(fork, Came::Stopped("conflict"));
    let declined = json!({ "details": { "action": "decline" } });
    let fork = world.call(retry(&first, declined)).await;
    assert_eq!(fork, Came::Stopped("conflict"));
    world.later(5);
    let done = world.call(retry(&gate.state(), yes())).await;
    assert_eq!(done, Came::Done("5 rows deleted: old".into()));
    assert_eq!(world.effects(), 1);
}

#[tokio::test]
async fn without_an_answer_the_same_prompt_is_given_again() {
    let world = kept();
    let first = world.call(Retry::default()).await;
    for nothing in [json!({}), json!({ "other": accept(json!({})) })] {
        assert_eq!(world.call(retry(&first.state(), nothing)).await, first);
    }
    world.later(5);
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let gate = world.call(retry(&first.state(), answer)).await;
    assert_eq!(gate.keys(), ["confirmed"]);
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again_and_too_many_end_the_call_for_good() {
    let world = kept();
    let mut state = world.call(Retry::default()).await.state();
    let bad = json!({ "details": accept(json!({ "reason": "x" })) });
    for _ in 0..2 {
        let again = world.call(retry(&state, bad.clone())).await;
        assert_eq!(again.keys(), ["details"]);
        assert_ne!(again.state(), state);
        state = again.state();
    }
    for _ in 0..2 {
        let over = world.call(retry(&state, bad.clone())).await;
        assert_eq!(over, Came::Stopped("invalid"));
    }
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn a_decline_is_told_again_and_no_accept_comes_after_it() {
    let world = kept();
    let gate = world.at_the_gate().await;
    let no = json!({ "confirmed": { "action": "decline" } });
    for _ in 0..2 {
        let over = world.call(retry(&gate, no.clone())).await;
        assert_eq!(over, Came::Stopped("declined"));
    }
    let yes = world.call(retry(&gate, yes())).await;
    assert_eq!(yes, Came::Stopped("conflict"));
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn what_is_not_of_this_call_is_no_state_at_all() {
    let world = kept();
    let gate = world.at_the_gate().await;
    let users = json!({ "table": "users" });
    let came = world.call_as("you", &users, retry(&gate, yes())).await;
    assert_eq!(came, Came::Stopped("bad state"));
    let logs = json!({ "table": "logs" });
    let came = world.call_as("me", &logs, retry(&gate, yes())).await;
    assert_eq!(came, Came::Stopped("bad state"));
    for token in ["", "x", &gate[1..], &format!("{gate}=")] {
        let came = world.call(retry(token, yes())).await;
        assert_eq!(came, Came::Stopped("bad state"), "{token:?}");
    }
    world.later(600);
    let came = world.call(retry(&gate, yes())).await;
    assert_eq!(came, Came::Stopped("bad state"));
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn a_cancelled_request_leaves_its_answer_to_be_given_again() {
    let world = kept();
    let first = world.call(Retry::default()).await.state();
    world.later(5);
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let gate = world.call(retry(&first, answer)).await.state();
    world.later(5);
    world.cancelled.store(true);
    let came = world.call(retry(&gate, yes())).await;
    assert_eq!(came, Came::Stopped("request cancelled"));
    assert_eq!(world.effects(), 0);
    world.cancelled.store(false);
    let came = world.call(retry(&gate, yes())).await;
    assert_eq!(came, Came::Done("5 rows deleted: old".into()));
    assert_eq!(world.effects(), 1);
}

/// A store that cancels the request while it writes an accept.
#[derive(Debug)]
struct Cancels(MemoryStore, watch::Sender<bool>);

impl Store for Cancels {
    fn start(&self, start: Start) -> Stored<'_, Started> {
        self.0.start(start)
    }

    fn claim(&self, claim: Claim) -> Stored<'_, Claimed> {
        self.0.claim(claim)
    }

    fn write(&self, write: Write) -> Stored<'_, Written> {
        if matches!(write.transition, Transition::Accept { .. }) {
            self.1.send_replace(true);
        }
        self.0.write(write)
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        self.0.end(lifetime)
    }

    fn is_in_process(&self) -> bool {
        true
    }

    fn held(&self) -> Stored<'_, Held> {
        self.0.held()
    }
}

#[tokio::test]
async fn a_body_does_not_start_when_its_request_was_cancelled_as_its_answer_was_accepted() {
    let clock = Arc::new(ManualClock::new(START));
    let store = MemoryStore::new(clock.clone(), Limits::default());
    let cancelled = watch::Sender::new(false);
    let store = Cancels(store, cancelled.clone());
    let mut world = World::at(clock, |builder| builder.ledger(store));
    world.cancelled = Arc::new(Cancelled(cancelled.clone()));
    for by_hand in [true, false] {
        let handler = Handler { by_hand, ..HANDLER };
        let run = async |retry: Retry<'_>| {
            let body = async |ask: &mut Ask<'_>| {
                ask.begin_pass();
                let Reason { reason } = ask.form("details", "Why?").await?;
                ask.enter().await?;
                world.effects.fetch_add(1, SeqCst);
                Ok(reason)
            };
            let site = world.site("me", &json!({}));
            world
                .run(site, retry, Delivery::Suspend, &handler, body)
                .await
        };
        cancelled.send_replace(false);
        let asked = run(Retry::default()).await.state();
        let answer = json!({ "details": accept(json!({ "reason": "old" })) });
        let came = run(retry(&asked, answer.clone())).await;
        assert_eq!(came, Came::Stopped("request cancelled"));
        cancelled.send_replace(false);
        let came = run(retry(&asked, answer)).await;
        assert_eq!(came, Came::Stopped("already_ran"));
        assert_eq!(world.effects(), 0);
    }
}

#[tokio::test]
async fn a_full_ledger_is_busy_before_anything_runs() {
    let limits = Limits {
        chains_per_owner: 2,
        ..Limits::default()
    };
    let world = World::new_kept(limits);
    let open = [world.at_the_gate().await, world.at_the_gate().await];
    let counted = world.counted.load(SeqCst);
    assert_eq!(world.call(Retry::default()).await, Came::Stopped("busy"));
    assert_eq!(world.counted.load(SeqCst), counted);
    let other = world.call_as("you", &json!({}), Retry::default()).await;
    assert_eq!(other.keys(), ["details"]);
    for gate in open {
        let done = world.call(retry(&gate, yes())).await;
        assert_eq!(done, Came::Done("5 rows deleted: old".into()));
    }
    assert_eq!(world.call(Retry::default()).await.keys(), ["details"]);
}

#[tokio::test]
async fn rounds_end_a_call_for_good() {
    let world = kept();
    let handler = Handler {
        rounds: Some(1),
        ..HANDLER
    };
    let run = async |retry: Retry<'_>| {
        let site = world.site("me", &json!({}));
        let body = async |ask: &mut Ask<'_>| world.delete_rows(ask).await;
        world
            .run(site, retry, Delivery::Suspend, &handler, body)
            .await
    };
    let first = run(Retry::default()).await.state();
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let over = run(retry(&first, answer.clone())).await;
    assert_eq!(over, Came::Stopped("interaction_limit"));
    let over = run(retry(&first, answer)).await;
    assert_eq!(over, Came::Stopped("already_ran"));
}

#[tokio::test]
async fn an_ended_lifetime_answers_nothing_and_a_drained_process_begins_nothing() {
    let world = kept();
    let gate = world.at_the_gate().await;
    world.askback.end().await.unwrap();
    let came = world.call(retry(&gate, yes())).await;
    assert_eq!(came, Came::Stopped("bad state"));
    assert_eq!(world.call(Retry::default()).await, Came::Stopped("busy"));

    let world = kept();
    let gate = world.at_the_gate().await;
    world.askback.drain().await;
    for came in [
        world.call(retry(&gate, yes())).await,
        world.call(Retry::default()).await,
    ] {
        assert_eq!(came, Came::Stopped("busy"));
    }
    assert_eq!(world.effects(), 0);
    assert!(World::new().askback.end().await.is_err());
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_needs_no_room() {
    let limits = Limits {
        chains: 0,
        ..Limits::default()
    };
    let mut world = World::new_kept(limits);
    assert_eq!(world.call(Retry::default()).await, Came::Stopped("busy"));
    world.modes = Modes::NONE;
    let came = world.call(Retry::default()).await;
    assert_eq!(came, Came::Stopped("unsupported"));
}

/// Any number of tasks come with one token: one runs the handler.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_with_one_token_one_runs_the_handler() {
    let world = Arc::new(kept());
    let gate = world.at_the_gate().await;
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (world, gate) = (Arc::clone(&world), gate.clone());
            tokio::spawn(async move { world.call(retry(&gate, yes())).await })
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Came::Done(_) => done += 1,
            Came::Stopped("busy" | "already_ran") => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((done, world.effects()), (1, 1));
}
