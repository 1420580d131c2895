//! What a state is good for, and how often.

use super::*;

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
            responses: Some(responses),
            ..Retry::default()
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
