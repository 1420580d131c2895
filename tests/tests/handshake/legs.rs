//! Questions that fail on their way: what they take with them, and what goes on.

use askback_tests::accept;
use serde_json::json;

use crate::NOVEMBER;
use crate::answers::yes;
use crate::desk::Desk;
use crate::peer::{Peer, text};
use crate::site::{Setup, Site};

/// What a client says that cannot, or will not, show a question.
const CODES: [i64; 5] = [-32601, -32602, -32603, -1, 0];

#[tokio::test]
async fn a_leg_that_fails_loses_its_own_key_only() {
    for code in CODES {
        for failing in 0..4 {
            let (server, _) = Desk::new();
            let mut peer = Peer::connect(server, NOVEMBER).await;
            let call = peer.call("maybe").await;
            for at in 0..4 {
                let question = peer.question().await;
                match at == failing {
                    true => peer.fail(&question, code).await,
                    false => {
                        peer.answer(&question, accept(json!({"severity": "low"})))
                            .await
                    }
                }
            }
            let mut expected = ["accept"; 4];
            expected[failing] = "unavailable";
            let result = peer.result(call).await;
            assert_eq!(text(&result), (&*expected.join(" "), false), "{code}");
        }
    }
}

#[tokio::test]
async fn other_calls_of_the_session_go_on() {
    for code in CODES {
        let site = Site::new(Setup::GUARDED);
        let ada = site.session("ada").await;
        let mut beside = ada.call(1, "gate").await;
        let open = beside.question().await;

        let mut messages = ada.call(2, "gate").await;
        let question = messages.question().await;
        assert_eq!(ada.fail(&question, code).await, 202);
        let result = messages.result(2).await;
        let (told, failed) = text(&result);
        assert!(failed, "{result}");
        assert_eq!(
            told,
            "The question `sure` got no answer: the client answered it with an error. The call ended there."
        );
        assert_eq!(site.effects.count(), 0);

        ada.answer(&open, yes(&open)).await;
        assert_eq!(text(&beside.result(1).await), ("deleted", false));
        let mut later = ada.call(3, "gate").await;
        let question = later.question().await;
        ada.answer(&question, yes(&question)).await;
        assert_eq!(text(&later.result(3).await), ("deleted", false));
        assert_eq!(site.effects.count(), 2);
    }
}

/// What is no form goes the same way.
#[tokio::test]
async fn a_client_that_has_no_such_method_ends_the_call() {
    let (server, _) = Desk::new();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("roots").await;
    let question = peer.question().await;
    peer.fail(&question, -32601).await;
    let result = peer.result(call).await;
    let (text, failed) = text(&result);
    assert!(failed && text.contains("`roots` got no answer"), "{text}");
}

/// rmcp gives a handler five seconds.
#[tokio::test(start_paused = true)]
async fn a_session_that_ends_ends_its_questions_and_no_others() {
    let site = Site::new(Setup::GUARDED);
    let (one, other) = (site.session("ada").await, site.session("ada").await);
    let mut beside = other.call(1, "gate").await;
    let open = beside.question().await;
    let owners = site.effects.owners();
    let mut messages = one.call(1, "gate").await;
    let question = messages.question().await;
    assert!(site.effects.owners() > owners);
    one.end().await;
    // Its handler lets go of what it held.
    site.effects.wait_until(owners).await;
    while let Some(message) = messages.try_next().await {
        assert_ne!(message["result"]["isError"], false, "{message}");
    }
    assert_eq!(one.answer(&question, yes(&question)).await, 404);
    assert_eq!(site.effects.count(), 0);

    other.answer(&open, yes(&open)).await;
    assert_eq!(text(&beside.result(1).await), ("deleted", false));
    assert_eq!(site.effects.count(), 1);
}

/// A stream that breaks says nothing about the call (MCP 2025-11-25, Streamable HTTP, "Sending Messages to the Server").
#[tokio::test]
async fn a_stream_that_breaks_is_no_cancellation() {
    let site = Site::new(Setup::GUARDED);
    let ada = site.session("ada").await;
    let mut messages = ada.call(1, "gate").await;
    let question = messages.question().await;
    drop(messages);
    assert_eq!(site.effects.count(), 0);
    assert_eq!(ada.answer(&question, yes(&question)).await, 202);
    while site.effects.count() == 0 {
        tokio::task::yield_now().await;
    }
    let again = ada.answer(&question, yes(&question)).await;
    assert_eq!((again.as_u16(), site.effects.count()), (202, 1));
}
