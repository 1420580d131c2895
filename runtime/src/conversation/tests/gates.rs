//! What opens a gate, and what does not.

use super::*;
use crate::seal::{How, Spent, TokenId};

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
async fn a_cancelled_request_opens_no_gate() {
    let world = World::new();
    let state = world.at_the_gate().await;
    world.cancelled.store(true);
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("request cancelled")
    );
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn the_strict_policy_takes_content_only_with_an_accept() {
    for (policy, answer) in [
        (Policy::Portable, "declined"),
        (Policy::Strict, "asked again"),
    ] {
        let world = World::with(|builder| builder.policy(policy));
        let state = world.at_the_gate().await;
        let decline = json!({ "confirmed": { "action": "decline", "content": {} } });
        let came = world.call(retry(&state, decline)).await;
        match answer {
            "declined" => assert_eq!(came, Came::Stopped("declined")),
            _ => assert_eq!(came.keys(), ["confirmed"]),
        }
        assert_eq!(world.effects(), 0);
    }
}

/// A principal of many.
fn one_of(number: usize) -> Principal {
    Principal::new("", number.to_string(), "").unwrap()
}

#[tokio::test]
async fn when_no_more_accepts_can_be_remembered_no_gate_is_asked_and_none_opens() {
    let world = World::new();
    let state = world.at_the_gate().await;
    let deadline = START + 3_600_000;
    let spent = &world.askback.host.spent;
    for n in 0..Spent::LIMIT {
        let token = TokenId::of(&n.to_string());
        let claimed = spent.claim(&one_of(n % 8), token, deadline, How::Confirmed);
        assert!(claimed.is_ok());
    }
    assert_eq!(
        world.call(retry(&state, yes())).await,
        Came::Stopped("busy")
    );
    assert_eq!(world.effects(), 0);
    let asked = world.call(Retry::default()).await;
    let details = json!({ "details": accept(json!({ "reason": "old" })) });
    let came = world.call(retry(&asked.state(), details)).await;
    assert_eq!(came, Came::Stopped("busy"));
}

#[tokio::test]
async fn whoever_spends_without_end_closes_their_own_gates_only() {
    let world = World::new();
    let state = world.at_the_gate().await;
    let (deadline, mallory) = (START + 3_600_000, one_of(0));
    let spent = &world.askback.host.spent;
    let mut tokens = (0..Spent::LIMIT).map(|n| TokenId::of(&n.to_string()));
    let refused = tokens.find(|token| {
        let claimed = spent.claim(&mallory, *token, deadline, How::Declined);
        claimed.is_err()
    });
    assert!(refused.is_some() && spent.is_full(&mallory));
    let came = world.call(retry(&state, yes())).await;
    assert_eq!(came, Came::Done("5 rows deleted: old".into()));
}
