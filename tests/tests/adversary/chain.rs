//! One accept stays one, whatever is asked after it.

use serde_json::{Value, json};

use crate::trap::{Trap, serve};
use askback::Askback;
use askback::testing::{Era, Tester};
use askback_tests::accept;
use askback_tests::wire::{Wire, keys, refused, retry, state, text};

fn yes() -> Value {
    json!({ "confirmed": accept(json!({ "confirm": true })) })
}

fn details() -> Value {
    json!({ "details": accept(json!({ "reason": "moved" })) })
}

/// A state in which the gate was accepted and something else is pending leads to one effect, not to one a copy.
#[tokio::test]
async fn an_accepted_gate_cannot_be_forked_by_what_is_asked_after_it() {
    for (tool, gate, last) in [
        ("form_last", yes(), details()),
        ("as_you_go", yes(), details()),
        (
            "two_gates",
            json!({ "first": accept(json!({ "confirm": true })) }),
            json!({ "second": accept(json!({ "confirm": true })) }),
        ),
    ] {
        let (served, trap) = serve();
        let mut wire = Wire::to(served);
        let asked = wire.call(tool, json!({}), json!({})).await;
        let accepted = wire
            .call(tool, json!({}), retry(&state(&asked), gate))
            .await;
        let one = state(&accepted);
        // Nothing answered: asked again, with another state.
        let again = wire.call(tool, json!({}), retry(&one, json!({}))).await;
        assert_eq!(keys(&again), keys(&accepted), "{tool}");
        let other = state(&again);
        let stale = wire.call(tool, json!({}), retry(&one, last.clone())).await;
        refused(&stale, -31006);
        let done = wire
            .call(tool, json!({}), retry(&other, last.clone()))
            .await;
        assert!(!text(&done).is_empty(), "{tool}");
        assert_eq!(trap.effects.get(), 1, "{tool}");
        for token in [&one, &other] {
            refused(
                &wire.call(tool, json!({}), retry(token, last.clone())).await,
                -31006,
            );
        }
        assert_eq!(trap.effects.get(), 1, "{tool}");
    }
}

#[tokio::test]
async fn an_invalid_answer_after_the_gate_forks_nothing_either() {
    let (served, trap) = serve();
    let mut wire = Wire::to(served);
    let asked = wire.call("form_last", json!({}), json!({})).await;
    let accepted = wire
        .call("form_last", json!({}), retry(&state(&asked), yes()))
        .await;
    let one = state(&accepted);
    let wrong = json!({ "details": accept(json!({ "reason": 5 })) });
    let again = wire.call("form_last", json!({}), retry(&one, wrong)).await;
    refused(
        &wire
            .call("form_last", json!({}), retry(&one, details()))
            .await,
        -31006,
    );
    let done = wire
        .call("form_last", json!({}), retry(&state(&again), details()))
        .await;
    assert_eq!(text(&done), "moved");
    assert_eq!(trap.effects.get(), 1);
}

#[tokio::test]
async fn one_accept_gives_one_confirmation() {
    for era in Era::ALL {
        let person = Tester::new(Trap::default()).era(era);
        let gate = person
            .call("greedy", json!({}))
            .await
            .expect_gate("confirmed");
        gate.accept().await.outcome();
        assert_eq!(person.server().effects.get(), 1, "{era}");
    }
}

#[tokio::test]
async fn a_question_that_comes_out_differently_is_asked_again() {
    for era in Era::ALL {
        let person = Tester::new(Trap::default()).era(era);
        let mut came = person.call("moving", json!({})).await;
        let mut seen = Vec::new();
        for _ in 0..4 {
            let gate = came.expect_gate("confirmed");
            seen.push(gate.message().to_owned());
            came = gate.accept().await;
        }
        seen.dedup();
        assert_eq!(seen.len(), 4, "{era} {seen:?}");
        assert_eq!(came.keys(), ["confirmed"], "{era}");
        assert_eq!(person.server().effects.get(), 0, "{era}");
    }
}

#[tokio::test]
async fn a_step_that_does_not_come_back_is_not_run_again() {
    for era in Era::ALL {
        let person = Tester::new(Trap::default()).era(era);
        let asked = person.call("lossy_step", json!({})).await;
        if asked.keys() == ["details"] {
            let details = asked.expect_form("details");
            details.answer(json!({ "reason": "moved" })).await.outcome();
        }
        assert_eq!(person.server().steps.get(), 1, "{era}");
    }
}

/// A server that is made anew for every connection, with everything that it needs, is still one process.
#[tokio::test]
async fn servers_of_a_process_share_what_was_used() {
    let trap = Trap::default();
    let served = || {
        let askback = Askback::builder().key([9; 32]).audience("shared");
        askback.build().unwrap().wrap(trap.clone())
    };
    let asked = Wire::to(served()).call("once", json!({}), json!({})).await;
    let accepted = retry(&state(&asked), yes());
    let done = Wire::to(served())
        .call("once", json!({}), accepted.clone())
        .await;
    assert_eq!(text(&done), "done");
    for _ in 0..2 {
        refused(
            &Wire::to(served())
                .call("once", json!({}), accepted.clone())
                .await,
            -31006,
        );
    }
    assert_eq!(trap.effects.get(), 1);
}
