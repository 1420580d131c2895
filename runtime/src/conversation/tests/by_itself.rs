//! Answers that came sooner than a person could have given them.

use super::*;

/// Notes that may be declined, then a confirmation, then a reason; says which the client seems to have answered by itself.
async fn decide(world: &World, retry: Retry<'_>, delivery: Delivery) -> (Came, Vec<String>) {
    let mut gates = Vec::new();
    let site = world.site("me", &json!({}));
    let came = world.run(site, retry, delivery, &HANDLER, async |ask| {
        let notes: Answer<Reason> = ask.form("notes", "Notes?").await?;
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        let Reason { reason } = ask.form("details", "Why?").await?;
        world.truncate(confirmed);
        gates = ask.conversation.accepted_by_itself();
        let told =
            ["notes", "confirmed", "details", "never"].map(|key| ask.answered_by_itself(key));
        Ok(format!("{notes:?} {reason} {told:?}"))
    });
    (came.await, gates)
}

#[tokio::test]
async fn what_was_answered_by_itself_is_known_rounds_later() {
    for (seconds, notes, gates, told) in [
        (0, "Decline", &["confirmed"][..], [true, true, false, false]),
        (1, "Decline", &[], [true, false, false, false]),
        (2, "Decline", &[], [false; 4]),
        (0, "Cancel", &["confirmed"], [false, true, false, false]),
    ] {
        let world = World::new();
        let mut came = decide(&world, Retry::default(), Delivery::Suspend).await.0;
        for answer in [
            json!({ "notes": { "action": notes.to_lowercase() } }),
            yes(),
            json!({ "details": accept(json!({ "reason": "old" })) }),
        ] {
            world.later(seconds);
            let (next, known) =
                decide(&world, retry(&came.state(), answer), Delivery::Suspend).await;
            came = next;
            if let Came::Done(_) = came {
                assert_eq!(known, gates, "{seconds} {notes}");
            }
        }
        assert_eq!(
            came,
            Came::Done(format!("{notes} old {told:?}")),
            "{seconds}"
        );
    }
}

#[tokio::test]
async fn what_is_asked_anew_was_not_answered_by_itself() {
    let world = World::new();
    let text = Mutex::new("Sure?");
    let body = async |ask: &mut Ask<'_>| {
        let message = *text.lock().unwrap();
        let sure: Answer<Reason> = ask.form("sure", message).await?;
        let by_itself = ask.answered_by_itself("sure");
        let Reason { reason } = ask.form("details", "Why?").await?;
        Ok(format!("{sure:?} {by_itself} {reason}"))
    };
    let site = || world.site("me", &json!({}));
    let call = async |retry: Retry<'_>| {
        world
            .run(site(), retry, Delivery::Suspend, &HANDLER, body)
            .await
    };
    let decline = json!({ "sure": { "action": "decline" } });
    let details = json!({ "details": accept(json!({ "reason": "old" })) });
    let first = call(Retry::default()).await;
    let second = call(retry(&first.state(), decline.clone())).await;
    *text.lock().unwrap() = "Really sure?";
    let again = call(retry(&second.state(), details.clone())).await;
    assert_eq!(again.keys(), ["sure"]);
    world.later(5);
    let last = call(retry(&again.state(), decline)).await;
    let done = call(retry(&last.state(), details)).await;
    assert_eq!(done, Came::Done("Decline false old".into()));
}

/// Keeps what is logged at `warn` in this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl tracing::field::Visit for Log {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        let mut lines = self.0.lock().unwrap();
        lines.push(format!("{} {value:?}", field.name()));
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() == tracing::Level::WARN
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.clone());
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn the_log_says_so_too() {
    for (seconds, answer, logged) in [
        (0, yes()["confirmed"].clone(), Some("accepted within 1 s")),
        (1, yes()["confirmed"].clone(), None),
        (
            1,
            json!({ "action": "decline" }),
            Some("declined within 2 s"),
        ),
        (2, json!({ "action": "decline" }), None),
        (0, json!({ "action": "cancel" }), None),
    ] {
        let world = World::new();
        let log = Log::default();
        let _guard = tracing::subscriber::set_default(log.clone());
        let body = async |ask: &mut Ask<'_>| {
            let confirmed = ask.confirm("confirmed", "Sure?").await?;
            world.truncate(confirmed);
            Ok(String::new())
        };
        let site = || world.site("me", &json!({}));
        let asked = world
            .run(site(), Retry::default(), Delivery::Suspend, &HANDLER, body)
            .await;
        world.later(seconds);
        let again = json!({ "confirmed": answer });
        let state = asked.state();
        world
            .run(
                site(),
                retry(&state, again),
                Delivery::Suspend,
                &HANDLER,
                body,
            )
            .await;
        let lines = log.0.lock().unwrap().clone();
        match logged {
            None => assert_eq!(lines, Vec::<String>::new(), "{seconds} {answer}"),
            Some(words) => {
                assert_eq!(lines.len(), 2, "{lines:?}");
                assert!(lines.iter().any(|line| line.contains(words)), "{lines:?}");
                assert!(lines.contains(&"key confirmed".to_owned()), "{lines:?}");
            }
        }
    }
}
