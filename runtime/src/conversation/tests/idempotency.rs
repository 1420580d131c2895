//! What an idempotency key covers, and over what it stays the same.

use super::handshake::Script;
use super::*;

/// Takes a key before any question, asks, takes keys after it, and tells all of them.
async fn body(ask: &mut Ask<'_>) -> Result<String, Pause> {
    let before = ask.idempotency_key("effect");
    let Reason { reason } = ask.form("details", "Why?").await?;
    assert!(reason.len() >= 3);
    Ok([
        before,
        ask.idempotency_key("effect"),
        ask.idempotency_key("other"),
    ]
    .join(" "))
}

fn keys(came: &Came) -> Vec<String> {
    match came {
        Came::Done(keys) => keys.split(' ').map(str::to_owned).collect(),
        other => panic!("{other:?}"),
    }
}

impl World {
    async fn keys(&self, site: Site, retry: Retry<'_>) -> Came {
        self.run(site, retry, Delivery::Suspend, &HANDLER, body)
            .await
    }

    /// A conversation from its first call on.
    async fn chain(&self, site: impl Fn() -> Site, reason: Value) -> Vec<String> {
        let state = self.keys(site(), Retry::default()).await.state();
        self.answered(site(), &state, reason).await
    }

    async fn answered(&self, site: Site, state: &str, reason: Value) -> Vec<String> {
        let answer = json!({ "details": accept(json!({ "reason": reason })) });
        keys(&self.keys(site, retry(state, answer)).await)
    }
}

#[tokio::test]
async fn a_key_is_the_same_over_rounds_and_replays_and_another_for_a_fork() {
    let world = World::new();
    let me = || world.site("me", &json!({}));
    let seen = Mutex::new(Vec::new());
    let first = world.run(
        me(),
        Retry::default(),
        Delivery::Suspend,
        &HANDLER,
        async |ask| {
            seen.lock().unwrap().push(ask.idempotency_key("effect"));
            body(ask).await
        },
    );
    let state = first.await.state();

    let one = world.answered(me(), &state, json!("old")).await;
    let again = world.answered(me(), &state, json!("old")).await;
    let fork = world.answered(me(), &state, json!("new")).await;

    assert_eq!(one, again, "a replay");
    let seen = seen.into_inner().unwrap();
    assert_eq!(
        seen,
        [one[0].clone()],
        "before the question, over its rounds"
    );
    assert_eq!(one[0], fork[0], "the answer stands below it");
    assert_ne!(one[1], fork[1], "another answer");
    assert_ne!(one[0], one[1], "the answer above");
    assert_ne!(one[1], one[2], "another name");
    for key in one.iter().chain(&fork) {
        assert_eq!(key.len(), 43);
        assert!(
            key.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
        );
    }
}

#[tokio::test]
async fn a_question_asked_again_changes_no_key() {
    let world = World::new();
    let me = || world.site("me", &json!({}));
    let state = world.keys(me(), Retry::default()).await.state();
    let wrong = json!({ "details": accept(json!({ "reason": "x" })) });
    let asked_again = world.keys(me(), retry(&state, wrong)).await.state();
    assert_eq!(
        world.answered(me(), &asked_again, json!("old")).await,
        world.answered(me(), &state, json!("old")).await
    );
}

#[tokio::test]
async fn a_key_covers_everything_that_the_call_is_bound_to() {
    type Change = fn(&mut Site);
    let changes: [Change; 5] = [
        |site| site.principal = Principal::new("", "you", "").unwrap(),
        |site| site.method = "prompts/get",
        |site| site.name = "list_rows".to_owned(),
        |site| site.arguments = canonical::digest(&json!({ "table": "orders" })),
        |site| site.bind = b"tenant 2".to_vec(),
    ];
    // The clock's bytes are the same in every world, so that the chains have the same name.
    let usual = {
        let world = World::new();
        world
            .chain(|| world.site("me", &json!({})), json!("old"))
            .await
    };
    let same = {
        let world = World::new();
        world
            .chain(|| world.site("me", &json!({})), json!("old"))
            .await
    };
    assert_eq!(usual, same, "nothing else goes in");
    let mut all = vec![usual];
    for change in changes {
        let world = World::new();
        let site = || {
            let mut site = world.site("me", &json!({}));
            change(&mut site);
            site
        };
        all.push(world.chain(site, json!("old")).await);
    }
    let elsewhere = World::with(|builder| builder.audience("another deployment"));
    all.push(
        elsewhere
            .chain(|| elsewhere.site("me", &json!({})), json!("old"))
            .await,
    );
    let world = World::new();
    let _ = world
        .chain(|| world.site("me", &json!({})), json!("old"))
        .await;
    all.push(
        world
            .chain(|| world.site("me", &json!({})), json!("old"))
            .await,
    );
    for at in 0..3 {
        let mut keys: Vec<_> = all.iter().map(|keys| &keys[at]).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all.len(), "{at}: {all:?}");
    }
}

#[tokio::test]
async fn in_the_handshake_era_a_key_lives_as_long_as_its_call() {
    let world = World::new();
    let mut all = Vec::new();
    for _ in 0..2 {
        let answers = vec![
            Ok(accept(json!({ "reason": "x" }))),
            Ok(accept(json!({ "reason": "old" }))),
        ];
        let delivery = Delivery::Await(Box::new(Script(Mutex::new(answers), Arc::default())));
        let site = world.site("me", &json!({}));
        let came = world
            .run(site, Retry::default(), delivery, &HANDLER, async |ask| {
                // Declared questions are gone through until nothing was asked.
                let mut passes = Vec::new();
                loop {
                    ask.begin_pass();
                    let told = body(ask).await?;
                    passes.push(told);
                    if ask.end_pass().await? {
                        break;
                    }
                }
                assert_eq!(passes.len(), 2);
                assert_eq!(passes[0], passes[1]);
                Ok(passes.remove(0))
            })
            .await;
        all.extend(keys(&came));
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6, "another call, another key");
}

#[tokio::test]
async fn without_randomness_a_conversation_does_not_open() {
    let world = World::new();
    world.clock.set_dry(true);
    assert_eq!(
        world.call(Retry::default()).await,
        Came::Stopped("internal")
    );
}
