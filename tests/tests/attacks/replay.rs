//! One accept, one effect.

use askback::testing::Era;
use askback_tests::wire::{Wire, refused, retry, state};
use serde_json::json;

use crate::vault::{Site, ada, at_the_gate, effects, gate, table, yes};

#[tokio::test]
async fn an_accept_that_is_sent_again_runs_nothing() {
    for era in Era::ALL {
        let person = ada(era);
        let done = gate(&person).await.accept().await.finish();
        assert_eq!(done.text(), "users deleted: the table moved");
        for _ in 0..3 {
            let again = done.replay().await.expect_refused();
            let code = (era == Era::Modern).then_some(-31_006);
            assert_eq!(again.error_code(), code, "{era}");
        }
        assert_eq!(effects(&person), 1, "{era}");
    }
}

#[tokio::test]
async fn an_accept_after_a_decline_runs_nothing() {
    for no in [
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
    ] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = at_the_gate(&mut wire).await;
        let came = wire
            .call(
                "delete_rows",
                table(),
                retry(&state, json!({ "confirmed": no })),
            )
            .await;
        assert_eq!(came["result"]["isError"], true);
        refused(
            &wire
                .call("delete_rows", table(), retry(&state, yes()))
                .await,
            -31004,
        );
        assert_eq!(site.effects.count(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_retries_at_once_one_runs() {
    for _ in 0..20 {
        let site = Site::new();
        let state = at_the_gate(&mut Wire::to(site.served.clone())).await;
        let racers = (0..8).map(|_| {
            let (mut wire, state) = (Wire::to(site.served.clone()), state.clone());
            tokio::spawn(async move {
                wire.call("delete_rows", table(), retry(&state, yes()))
                    .await
            })
        });
        let racers: Vec<_> = racers.collect();
        let mut done = 0;
        for racer in racers {
            let came = racer.await.unwrap();
            if came["error"].is_null() {
                done += 1;
            } else {
                refused(&came, -31006);
            }
        }
        assert_eq!((done, site.effects.count()), (1, 1));
    }
}

#[tokio::test]
async fn a_client_that_gives_up_and_retries_runs_it_once() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = at_the_gate(&mut wire).await;
    let id = wire
        .send("delete_rows", table(), retry(&state, yes()))
        .await;
    wire.cancel(id).await;
    drop(wire);
    let mut wire = Wire::to(site.served.clone());
    for _ in 0..2 {
        wire.call("delete_rows", table(), retry(&state, yes()))
            .await;
    }
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn an_earlier_state_leads_to_a_new_question() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let first = state(&wire.call("delete_rows", table(), json!({})).await);
    let details =
        json!({ "details": { "action": "accept", "content": { "reason": "the table moved" } } });
    let gate = state(
        &wire
            .call("delete_rows", table(), retry(&first, details.clone()))
            .await,
    );
    wire.call("delete_rows", table(), retry(&gate, yes())).await;
    assert_eq!(site.effects.count(), 1);
    let mut both = yes();
    both["details"] = details["details"].clone();
    let again = wire.call("delete_rows", table(), retry(&first, both)).await;
    assert_eq!(
        askback_tests::wire::keys(&again),
        ["confirmed"],
        "an old state knows no confirmation"
    );
    assert_eq!(site.effects.count(), 1);
}
