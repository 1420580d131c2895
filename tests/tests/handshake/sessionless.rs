//! HTTP on which no question finds its way, and HTTP on which it does.

use serde_json::{Value, json};

use crate::answers::yes;
use crate::peer::text;
use crate::site::{Messages, Setup, Site, call};

const WORDS: &str = "HTTP without a session";

fn setups() -> impl Iterator<Item = Setup> {
    [(true, false), (true, true), (false, false), (false, true)]
        .into_iter()
        .map(|(guard, json)| Setup {
            guard,
            json,
            sessions: false,
        })
}

/// The one message that comes back.
async fn answer(site: &Site, session: Option<&str>, message: &Value) -> Value {
    let response = site.send("ada", session, "POST", Some(message)).await;
    let mut messages = Messages::of(response);
    let answer = messages.next().await;
    assert_eq!(messages.try_next().await, None, "{answer}");
    answer
}

/// Whatever a client of this era declares it declares in another request, where there is no session to remember it.
fn declared(mut call: Value) -> Value {
    let elicitation = json!({"elicitation": {"form": {}, "url": {}}, "roots": {}});
    call["params"]["_meta"] = json!({"io.modelcontextprotocol/clientCapabilities": elicitation});
    call
}

/// Time stands still but for timers: what waited for an answer would say that it did.
#[tokio::test(start_paused = true)]
async fn without_a_session_it_is_said_at_once_what_is_missing() {
    for setup in setups() {
        let site = Site::new(setup);
        for tool in ["gate", "form", "link", "roots"] {
            for call in [call(1, tool), declared(call(1, tool))] {
                let answer = answer(&site, None, &call).await;
                let (text, failed) = text(&answer["result"]);
                assert!(failed, "{tool}: {answer}");
                assert!(
                    text.contains(WORDS) && text.contains("2026-07-28"),
                    "{text}"
                );
            }
        }
        // Who decides itself is told that nobody can be asked.
        for call in [call(1, "maybe"), declared(call(1, "maybe"))] {
            let answer = answer(&site, None, &call).await;
            let nobody = "unavailable unavailable unavailable unavailable";
            assert_eq!(text(&answer["result"]), (nobody, false));
        }
        assert_eq!(site.effects.count(), 0);
    }
}

/// The id of a session makes none.
#[tokio::test(start_paused = true)]
async fn a_session_that_is_made_up_is_none() {
    for setup in setups().filter(|setup| !setup.guard) {
        let site = Site::new(setup);
        for call in [call(1, "form"), declared(call(1, "form"))] {
            let answer = answer(&site, Some("made-up"), &call).await;
            assert!(
                answer["result"]["isError"] == true || answer["error"]["code"] == -32021,
                "{answer}"
            );
            assert!(!answer.to_string().contains("nobody answered"), "{answer}");
        }
        assert_eq!(site.effects.count(), 0);
    }
    for setup in setups().filter(|setup| setup.guard) {
        let site = Site::new(setup);
        let call = declared(call(1, "form"));
        let refused = site.send("ada", Some("made-up"), "POST", Some(&call));
        assert_eq!(refused.await.status(), 404);
    }
}

/// rmcp answers with JSON where there are no sessions; in a session each call has a stream, which carries its questions.
#[tokio::test]
async fn in_a_session_json_responses_carry_questions_too() {
    let site = Site::new(Setup {
        json: true,
        ..Setup::GUARDED
    });
    let ada = site.session("ada").await;
    let mut messages = ada.call(1, "gate").await;
    let question = messages.question().await;
    ada.answer(&question, yes(&question)).await;
    assert_eq!(text(&messages.result(1).await), ("deleted", false));
    assert_eq!(site.effects.count(), 1);
}
