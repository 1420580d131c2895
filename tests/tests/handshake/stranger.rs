//! Answers by somebody who was not asked.

use serde_json::{Value, json};

use crate::answers::yes;
use crate::peer::text;
use crate::site::{Setup, Site, answer};

const DECLINE: &str = "decline";

/// What a stranger may say to a question of somebody else's.
fn said(question: &Value) -> [Value; 3] {
    let error = json!({"code": -1, "message": "no"});
    [
        answer(question, yes(question)),
        answer(question, json!({"action": DECLINE})),
        json!({"jsonrpc": "2.0", "id": question["id"], "error": error}),
    ]
}

/// Whoever knows the id of a session, and of the question, is still not the one whose session it is.
#[tokio::test]
async fn a_strangers_answer_is_refused_and_the_persons_own_counts() {
    let site = Site::new(Setup::GUARDED);
    let ada = site.session("ada").await;
    for (action, effects) in [("accept", 1), (DECLINE, 1)] {
        let mut messages = ada.call(1, "gate").await;
        let question = messages.question().await;
        for answer in said(&question) {
            let refused = site.send("mallory", Some(&ada.id), "POST", Some(&answer));
            assert_eq!(refused.await.status(), 404, "{answer}");
        }
        // Nor may a stranger end the question with its session.
        let ended = site.send("mallory", Some(&ada.id), "DELETE", None).await;
        assert_eq!(ended.status(), 404);
        let own = match action {
            "accept" => yes(&question),
            _ => json!({ "action": action }),
        };
        assert_eq!(ada.answer(&question, own).await, 202);
        let result = messages.result(1).await;
        assert_eq!(text(&result).1, action == DECLINE, "{result}");
        assert_eq!(site.effects.count(), effects);
    }
}

/// The id of a question says something in its own session only.
#[tokio::test]
async fn an_answer_in_a_strangers_own_session_reaches_nobody_else() {
    let site = Site::new(Setup::GUARDED);
    let (ada, mallory) = (site.session("ada").await, site.session("mallory").await);
    let mut hers = ada.call(1, "gate").await;
    let question = hers.question().await;
    for mut answer in said(&question) {
        for id in [question["id"].clone(), json!(question["id"].to_string())] {
            answer["id"] = id;
            assert_eq!(mallory.post(&answer).await.status(), 202, "{answer}");
        }
    }
    // A question of the stranger's own has the same id, and is another one.
    let mut own = mallory.call(1, "gate").await;
    let asked = own.question().await;
    assert_eq!(asked["id"], question["id"]);
    mallory.answer(&asked, json!({"action": DECLINE})).await;
    assert!(text(&own.result(1).await).1);
    assert_eq!(site.effects.count(), 0);

    ada.answer(&question, yes(&question)).await;
    assert_eq!(text(&hers.result(1).await), ("deleted", false));
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test]
async fn an_id_that_was_not_asked_answers_nothing() {
    let site = Site::new(Setup::GUARDED);
    let ada = site.session("ada").await;
    let mut messages = ada.call(1, "gate").await;
    let question = messages.question().await;
    let id = question["id"].as_u64().unwrap();
    for other in [json!(id + 1), json!(id + 999), json!("gate"), json!(-1)] {
        let mut guessed = answer(&question, yes(&question));
        guessed["id"] = other;
        assert_eq!(ada.post(&guessed).await.status(), 202, "{guessed}");
    }
    ada.answer(&question, json!({"action": DECLINE})).await;
    assert!(text(&messages.result(1).await).1);
    assert_eq!(site.effects.count(), 0);
}

/// Without a guard anybody may post into a session: what a stranger could open is not asked.
#[tokio::test]
async fn without_a_guard_there_is_nothing_for_a_stranger_to_open() {
    let site = Site::new(Setup {
        guard: false,
        ..Setup::GUARDED
    });
    let ada = site.session("ada").await;
    for id in 0..20 {
        let guessed = json!({"id": id});
        let guessed = answer(
            &guessed,
            json!({"action": "accept", "content": {"confirm": true}}),
        );
        let taken = site.send("mallory", Some(&ada.id), "POST", Some(&guessed));
        assert_eq!(taken.await.status(), 202);
    }
    let result = ada.call(1, "gate").await.result(1).await;
    let (text, failed) = text(&result);
    assert!(failed && text.contains("SessionGuard"), "{text}");
    assert_eq!(site.effects.count(), 0);
}
