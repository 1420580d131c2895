//! JSON and event streams, sessions or none: the same handler, the same effect.

use askback_tests::web::{Speaks, Web, read};
use askback_tests::wire::{retry, state, text};
use serde_json::json;

use crate::kept::{Kept, however_kept};
use crate::shop::{Shop, three, yes};
use crate::talk::{Events, Session, order};
use crate::within;

const ALL: [Speaks; 4] = [
    Speaks {
        json: false,
        sessions: true,
    },
    Speaks {
        json: false,
        sessions: false,
    },
    Speaks {
        json: true,
        sessions: true,
    },
    Speaks {
        json: true,
        sessions: false,
    },
];

however_kept! {
    rounds_are_the_same_in_json_and_in_event_streams
    a_session_carries_questions_and_without_one_nothing_is_asked
}

async fn rounds_are_the_same_in_json_and_in_event_streams(kept: Kept) {
    for speaks in ALL {
        let shop = Shop::default();
        let web = Web::serve_as(shop.served(&kept.askback().await), speaks).await;
        let mut carries = json!({});
        for answers in [three(), yes(), json!(null)] {
            let sent = web.modern("ada", &order(carries)).send();
            let response = within("the response", sent).await.unwrap();
            let kind = response.headers()["content-type"].to_str().unwrap();
            let expected = match speaks.json {
                true => "application/json",
                false => "text/event-stream",
            };
            assert!(kind.starts_with(expected), "{speaks:?}: {kind}");
            let body = within("the body", response.text()).await.unwrap();
            let asked = read(&body);
            if answers.is_null() {
                assert_eq!(text(&asked), "3 of apples ordered", "{speaks:?}");
                break;
            }
            carries = retry(&state(&asked), answers);
        }
        assert_eq!(shop.effects(), 1, "{speaks:?}");
    }
}

async fn a_session_carries_questions_and_without_one_nothing_is_asked(kept: Kept) {
    for speaks in ALL {
        let shop = Shop::default();
        let web = Web::serve_as(shop.served(&kept.askback().await), speaks).await;
        let mut session = Session::begin(&web).await;
        let call = session.order();
        let mut events = Events::of(session.post(&call).await);
        if speaks.sessions {
            let form = events.question().await;
            session.answer(&form, json!({ "count": 3 })).await;
            let gate = events.question().await;
            session.answer(&gate, json!({ "confirm": true })).await;
            assert_eq!(text(&events.response().await), "3 of apples ordered");
            assert_eq!(shop.effects(), 1, "{speaks:?}");
            continue;
        }
        // At once, and it says what is missing.
        let call = session.post(&call).await;
        let body = within("the body", call.text()).await.unwrap();
        let response = read(&body);
        let code = &response["error"]["code"];
        let told = response["result"]["content"][0]["text"].as_str();
        assert!(
            *code == -32021 || told.is_some_and(|told| told.contains("no way to ask")),
            "{speaks:?}: {response}"
        );
        assert_eq!(shop.effects(), 0, "{speaks:?}");
    }
}
