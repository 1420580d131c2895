//! What a call says that waited as long as it may.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use crate::NOVEMBER;
use crate::answers::yes;
use crate::clerk::Clerk;
use crate::peer::{Peer, text};
use crate::site::{Setup, Site};

#[tokio::test(start_paused = true)]
async fn all_questions_of_a_call_have_one_bound_and_its_words() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("sizes").await;
    let since = Instant::now();
    for _ in 0..3 {
        let question = peer.question().await;
        peer.idle(Duration::from_secs(590)).await;
        let answer = json!({"action": "accept", "content": {"size": 1}});
        peer.answer(&question, answer).await;
    }
    let question = peer.question().await;
    let (first, second) = (peer.next().await, peer.next().await);
    assert_eq!(since.elapsed().as_secs(), 1_800);
    let (result, withdrawal) = match first["id"].is_null() {
        true => (second, first),
        false => (first, second),
    };
    assert_eq!(withdrawal["params"]["requestId"], question["id"]);
    assert_eq!(result["id"], call);
    assert_eq!(
        text(&result["result"]),
        (
            "The question `fourth` got no answer: the questions of one call wait 1800 s in all, and those were over \
             before it was answered. The call ended there.",
            true
        )
    );
}

/// A ping says nothing about the person.
#[tokio::test(start_paused = true)]
async fn a_client_that_answers_no_ping_is_waited_for_all_the_same() {
    let site = Site::new(Setup::GUARDED);
    let ada = site.session("ada").await;
    let mut messages = ada.call(1, "gate").await;
    let question = messages.question().await;
    let since = Instant::now();
    let mut pings = 0;
    while since.elapsed() < Duration::from_secs(240) {
        let ping = messages.next().await;
        // Given up after 30 s, a ping is withdrawn.
        pings += usize::from(ping["method"] == "ping");
        assert_ne!(ping["method"], "elicitation/create");
        assert!(
            ping["result"].is_null() && ping["error"].is_null(),
            "{ping}"
        );
    }
    assert!((2..=4).contains(&pings), "{pings}");
    ada.answer(&question, yes(&question)).await;
    let result = loop {
        let message = messages.next().await;
        if message["id"] == 1 && message["method"].is_null() {
            break message;
        }
    };
    assert_eq!(text(&result["result"]), ("deleted", false));
}
