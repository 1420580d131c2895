//! What a client hears while its call waits for the person: a timeout that progress starts anew does not run out.

use std::time::Duration;

use askback_tests::accept;
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ElicitationAction};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, PeerRequestOptions, ServiceError};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::NOVEMBER;
use crate::answers::yes;
use crate::clerk::Clerk;
use crate::peer::{Peer, text};
use crate::real::Person;
use crate::site::{self, Setup, Site};
use crate::told::{Told, tool};

const PERSON: &str = "Waiting for the person to answer";

fn size(size: u8) -> Value {
    accept(json!({ "size": size }))
}

#[tokio::test(start_paused = true)]
async fn a_client_that_asked_for_it_hears_every_ten_seconds_that_the_person_is_waited_for() {
    for token in [json!("t"), json!(7)] {
        let (server, _) = Clerk::served();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.request("tools/call", tool("size", &token)).await;
        let question = peer.question().await;
        let (since, mut told) = (Instant::now(), Told::default());
        for at in 1..=9 {
            let message = peer.next().await;
            told.hear(&message, &token, since);
            assert!(message["params"]["total"].is_null(), "{message}");
            assert_eq!(since.elapsed().as_secs(), 10 * at);
        }
        assert_eq!(told.messages, [PERSON; 9]);
        assert!(told.amounts.is_sorted_by(|one, next| one < next));
        // So little that it takes nothing of what the work will count.
        assert!(
            told.amounts.iter().all(|it| (0.0..0.001).contains(it)),
            "{:?}",
            told.amounts
        );

        // A report that comes right after a sign is left out.
        peer.idle(Duration::from_secs(5)).await;
        peer.answer(&question, size(2)).await;
        for _ in 0..=2 {
            told.hear(&peer.next().await, &token, since);
        }
        // The work began with 0, which would be a step back.
        assert_eq!(told.amounts[9], told.amounts[8]);
        assert_eq!(told.amounts[10..], [1.0, 2.0]);
        assert_eq!(told.messages[9..], ["piece 0", "piece 1", "piece 2"]);
        assert_eq!(
            text(&peer.result(call).await),
            ("[]", false),
            "no fault of the author's"
        );
        peer.idle(Duration::from_secs(50)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_sent_no_token_hears_nothing() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("size").await;
    let question = peer.question().await;
    peer.idle(Duration::from_secs(300)).await;
    peer.answer(&question, size(1)).await;
    peer.result(call).await;
}

#[tokio::test(start_paused = true)]
async fn it_goes_on_from_what_was_reported_before() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let token = json!("t");
    let call = peer.request("tools/call", tool("begun", &token)).await;
    let (since, mut told) = (Instant::now(), Told::default());
    let mut messages = Vec::new();
    let question = loop {
        let message = peer.next().await;
        if message["method"] == "elicitation/create" {
            break message;
        }
        messages.push(message);
    };
    for _ in 0..3 {
        messages.push(peer.next().await);
    }
    peer.idle(Duration::from_secs(5)).await;
    peer.answer(&question, size(0)).await;
    for _ in 0..2 {
        messages.push(peer.next().await);
    }
    for message in &messages {
        told.hear(message, &token, since);
    }
    assert_eq!(
        told.messages,
        ["half", PERSON, PERSON, PERSON, "half still", "done"]
    );
    assert_eq!(told.amounts[0], 5.0);
    assert!(
        5.0 < told.amounts[1] && told.amounts[3] < 5.001,
        "{:?}",
        told.amounts
    );
    assert_eq!(told.amounts[3..], [told.amounts[3], told.amounts[3], 10.0]);
    assert_eq!(text(&peer.result(call).await), ("[]", false));
}

/// There is no number above it.
#[tokio::test(start_paused = true)]
async fn after_the_greatest_number_nothing_is_told() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.request("tools/call", tool("full", &json!(1))).await;
    let mut first = [peer.next().await, peer.next().await];
    first.sort_by_key(|message| message["id"].is_null());
    let [question, update] = first;
    assert_eq!(update["params"]["progress"].as_f64(), Some(f64::MAX));
    peer.idle(Duration::from_secs(100)).await;
    peer.answer(&question, size(0)).await;
    assert_eq!(text(&peer.result(call).await), ("[]", false));
}

#[tokio::test(start_paused = true)]
async fn it_ends_with_what_bounds_the_question() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.request("tools/call", tool("size", &json!(1))).await;
    let since = Instant::now();
    peer.question().await;
    let mut told = Told::default();
    let (mut result, mut withdrawn) = (None, false);
    while result.is_none() || !withdrawn {
        let message = peer.next().await;
        if message["id"] == call {
            result = Some(message);
        } else if message["method"] == "notifications/cancelled" {
            withdrawn = true;
        } else {
            told.hear(&message, &json!(1), since);
            assert!(result.is_none(), "after the end: {message}");
        }
    }
    assert_eq!(since.elapsed().as_secs(), 600);
    assert!((59..=60).contains(&told.at.len()), "{:?}", told.at);
    let result = result.unwrap();
    let (text, failed) = text(&result["result"]);
    assert!(
        failed && text.contains("nobody answered it within 600 s"),
        "{text}"
    );
    peer.idle(Duration::from_secs(100)).await;
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_is_told_nothing_more() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.request("tools/call", tool("size", &json!(1))).await;
    let question = peer.question().await;
    peer.next().await;
    peer.cancel(call).await;
    peer.withdrawn(&question).await;
    peer.idle(Duration::from_secs(300)).await;
}

#[tokio::test(start_paused = true)]
async fn each_call_is_told_by_its_own_token() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let mut open = Vec::new();
    for token in ["a", "b", "c"] {
        let call = peer
            .request("tools/call", tool("size", &json!(token)))
            .await;
        open.push((token, call, peer.question().await));
    }
    let mut heard: Vec<String> = Vec::new();
    for _ in 0..6 {
        let message = peer.next().await;
        assert_eq!(message["params"]["message"], PERSON, "{message}");
        heard.push(
            message["params"]["progressToken"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    heard.sort_unstable();
    assert_eq!(heard, ["a", "a", "b", "b", "c", "c"]);
}

/// On the stream of the call itself, and on no other.
#[tokio::test(start_paused = true)]
async fn over_http_it_is_told_on_the_calls_own_stream() {
    // By a clock that does not move with the runtime's, so that all but the first sign come too soon for it.
    let site = Site::new(Setup::GUARDED);
    let ada = site.session("ada").await;
    let mut open = Vec::new();
    for (id, token) in [(1, json!("one")), (2, json!(2))] {
        let mut call = site::call(id, "gate");
        call["params"]["_meta"] = json!({"progressToken": token});
        let mut messages = ada.request(&call).await;
        open.push((token, messages.question().await, messages, id));
    }
    for (token, question, mut messages, id) in open {
        let sign = messages.next().await;
        assert_eq!(sign["params"]["progressToken"], token, "{sign}");
        assert_eq!(sign["params"]["message"], PERSON);
        ada.answer(&question, yes(&question)).await;
        let result = loop {
            let message = messages.next().await;
            match message["method"].as_str() {
                Some("notifications/progress" | "ping") => continue,
                _ => break message,
            }
        };
        assert_eq!(result["id"], id, "{result}");
        assert_eq!(text(&result["result"]), ("deleted", false));
    }
}

/// What is no question to the person.
#[tokio::test(start_paused = true)]
async fn other_requests_wait_for_the_client() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    peer.request("tools/call", tool("roots", &json!(1))).await;
    peer.question().await;
    let message = peer.next().await;
    assert_eq!(
        message["params"]["message"],
        "Waiting for the client to answer"
    );
}

/// rmcp's own client, with the timeout that others have by default.
#[tokio::test(start_paused = true)]
async fn a_timeout_that_progress_resets_outlasts_a_slow_person() {
    for (resets, outlasts) in [(true, true), (false, false)] {
        let (server, _) = Clerk::served();
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move { server.serve(near).await.unwrap().waiting().await });
        let mut person = Person::who(ElicitationAction::Accept, Some(json!({"size": 1})));
        person.after = Duration::from_secs(290);
        let client = person
            .serve_with_lifecycle(far, ClientLifecycleMode::Initialize)
            .await
            .unwrap();
        let mut options = PeerRequestOptions::with_timeout(Duration::from_secs(60));
        if resets {
            options = options.reset_timeout_on_progress();
        }
        let request = CallToolRequest::new(CallToolRequestParams::new("size"));
        let request = ClientRequest::CallToolRequest(request);
        let handle = client.send_request_with_option(request, options).await;
        let response = handle.unwrap().await_response().await;
        match outlasts {
            true => assert!(response.is_ok(), "{response:?}"),
            false => assert!(matches!(response, Err(ServiceError::Timeout { .. }))),
        }
    }
}
