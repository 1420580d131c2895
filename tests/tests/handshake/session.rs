//! How long a session of Streamable HTTP lasts, and what a cancellation ends in it.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use crate::answers::yes;
use crate::peer::text;
use crate::site::{Setup, Site};

/// rmcp ends a session that was idle for five minutes.
#[tokio::test(start_paused = true)]
async fn a_session_outlives_a_question_that_waits_for_long() {
    let site = Site::new(Setup::GUARDED);
    let session = site.session("ada").await;
    let mut messages = session.call(1, "gate").await;
    let question = messages.next().await;
    assert_eq!(question["method"], "elicitation/create");
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(540) {
        let ping = messages.next().await;
        assert_eq!(ping["method"], "ping", "{ping}");
        session.answer(&ping, json!({})).await;
    }
    session.answer(&question, yes(&question)).await;
    let response = messages.next().await;
    assert_eq!(text(&response["result"]), ("deleted", false), "{response}");
    assert_eq!(site.effects.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_has_no_effect() {
    let site = Site::new(Setup::GUARDED);
    let session = site.session("ada").await;
    let question = session.call(1, "gate").await.next().await;
    let cancel = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1},
    });
    session.post(&cancel).await;
    session.answer(&question, yes(&question)).await;

    // The session goes on.
    let mut messages = session.call(2, "gate").await;
    let question = messages.next().await;
    assert_eq!(site.effects.count(), 0);
    session.answer(&question, yes(&question)).await;
    let response = messages.next().await;
    assert_eq!(text(&response["result"]), ("deleted", false), "{response}");
    assert_eq!(site.effects.count(), 1);
}
