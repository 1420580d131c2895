//! Rounds: what is asked again, what is kept, and where it ends.

use super::*;

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
                    ..Retry::default()
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
        ..HANDLER
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
                ask.confirm::<Confirmed<'_>>("confirmed", "Sure?")
                    .await
                    .is_err(),
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
