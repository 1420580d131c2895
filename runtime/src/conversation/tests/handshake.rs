//! Questions that are awaited in place.

use super::*;

/// Answers from a list, one after the other.
pub(super) struct Script(
    pub(super) Mutex<Vec<Result<Value, LegFailure>>>,
    pub(super) Arc<Mutex<Vec<String>>>,
);

impl BackChannel for Script {
    fn ask<'a>(&'a self, question: &'a Delivered) -> Leg<'a> {
        self.1.lock().unwrap().push(question.message.clone());
        let next = self.0.lock().unwrap().remove(0);
        Box::pin(std::future::ready(next))
    }

    fn ping(&self) -> Ping<'_> {
        self.1.lock().unwrap().push("ping".to_owned());
        Box::pin(std::future::ready(()))
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
        LegFailure::Timeout { seconds: 600 },
        LegFailure::Unheard { seconds: 600 },
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
