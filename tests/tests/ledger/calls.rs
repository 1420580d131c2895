//! Tools over MCP.

use askback::ledger::Limits;
use askback::testing::{Outcome, Tester};
use serde_json::{Value, json};

use crate::desk::{Desk, Effects};
use crate::stores::{Make, Stores};

/// Somebody before a server of their own, which shares the store with all others.
async fn person(stores: &Stores, effects: &Effects) -> Tester<Desk> {
    let effects = effects.clone();
    Tester::with(stores.builder().await, |_| Desk { effects }).principal("ada")
}

fn reason(text: &str) -> Value {
    json!({ "reason": text })
}

fn users() -> Value {
    json!({ "table": "users" })
}

async fn deleted(person: &Tester<Desk>) -> Outcome {
    let asked = person.call("delete_rows", users()).await;
    let more = asked.expect_form("details").answer(reason("moved")).await;
    let gate = more.expect_form("more").answer(reason("nothing")).await;
    let gate = gate.expect_gate("confirmed").shows("all 5 rows");
    gate.accept().await.finish()
}

pub(crate) async fn a_tool_runs_once_and_its_replay_runs_nothing(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let done = deleted(&person).await;
    assert_eq!(done.text(), "deleted: moved, nothing");
    done.replay().await.expect_error(-31_006);
    done.replay().await.expect_error(-31_006);
    assert_eq!(effects.count(), 1);
}

pub(crate) async fn a_state_of_the_authors_own_is_kept(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let asked = person.call("draft", json!({})).await;
    let second = asked
        .expect_form("part_0")
        .answer(json!({ "text": "one" }))
        .await;
    let done = second
        .expect_form("part_1")
        .answer(json!({ "text": "two" }))
        .await;
    let done = done.finish();
    assert_eq!(done.text(), "2 answers");
    assert_eq!(effects.count(), 3, "three rounds");
    done.replay().await.expect_error(-31_006);
    assert_eq!(effects.count(), 3, "the replay runs nothing");
}

pub(crate) async fn what_is_altered_or_foreign_is_no_state(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let asked = person.call("fails", json!({})).await;
    let gate = asked.expect_gate("confirmed");
    for attack in [
        gate.attack_open().tampered().await,
        gate.attack_open().by("mallory").await,
        gate.attack_open().with_arguments(json!({ "a": 1 })).await,
        gate.attack_open().to("panics").await,
        gate.attack_open().without_state().await,
    ] {
        attack.expect_refused();
    }
    assert_eq!(effects.count(), 0);
    let failed = gate.accept().await.expect_failed();
    assert_eq!(failed.text(), "it failed half way");
    assert_eq!(effects.count(), 1);
}

pub(crate) async fn a_decline_ends_the_call_for_good(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let gate = person
        .call("fails", json!({}))
        .await
        .expect_gate("confirmed");
    let declined = gate.decline().await.expect_declined("confirmed");
    let again = declined.replay().await.expect_declined("confirmed");
    assert_eq!(declined.text(), again.text());
    assert_eq!(effects.count(), 0);
}

pub(crate) async fn an_invalid_answer_keeps_the_valid_ones(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let asked = person.call("delete_rows", users()).await;
    let more = asked.expect_form("details").answer(reason("moved")).await;
    let again = more.expect_form("more").answer(reason("x")).await;
    let again = again.expect_form("more").shows("at least 3");
    let gate = again
        .answer(reason("nothing"))
        .await
        .expect_gate("confirmed");
    let done = gate.accept().await.finish();
    assert_eq!(done.text(), "deleted: moved, nothing");
}

pub(crate) async fn a_failure_and_a_panic_are_not_run_again(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let person = person(&stores, &effects).await;
    let gate = person
        .call("fails", json!({}))
        .await
        .expect_gate("confirmed");
    let failed = gate.accept().await.expect_failed();
    failed.replay().await.expect_error(-31_006);
    let gate = person
        .call("panics", json!({}))
        .await
        .expect_gate("confirmed");
    let failed = gate.accept().await.expect_error(-32_603);
    failed.replay().await.expect_error(-31_006);
    assert_eq!(effects.count(), 2);
}

/// One process asks, another is answered, a third asks on.
pub(crate) async fn a_call_goes_on_in_another_process(make: &Make) {
    let Some(stores) = make(Limits::default()) else {
        return;
    };
    let effects = Effects::default();
    let shared = crate::desk::Shared {
        effects: effects.clone(),
        ..Default::default()
    };
    let registries = crate::desk::registries(&stores, &shared, 3).await;
    let pending = crate::two::asked(&registries[0], json!({})).await;
    let pending = crate::two::answer(&registries[1], json!({}), pending.continuation());
    let pending = crate::two::pending(pending.invoke().await);
    let done = crate::two::yes(&registries[2], json!({}), pending.continuation());
    assert_eq!(crate::two::finished(done.invoke().await), json!("moved"));
    assert_eq!(effects.count(), 1);
}
