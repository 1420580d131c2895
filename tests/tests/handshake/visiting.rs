//! Visits whose purpose is waited for with the request held open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use askback_tests::wire::{self, Wire};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::NOVEMBER;
use crate::clerk::Clerk;
use crate::peer::{Peer, text};
use crate::told::{Told, tool};

const VISIT: &str = "Waiting for the person to finish the visit";

#[tokio::test(start_paused = true)]
async fn a_visit_that_is_not_finished_is_waited_for_aloud() {
    for finished_after in [None, Some(25)] {
        let (server, finished) = Clerk::served();
        let mut peer = Peer::connect(server, NOVEMBER).await;
        let call = peer.request("tools/call", tool("visit", &json!(1))).await;
        let question = peer.question().await;
        peer.answer(&question, json!({"action": "accept"})).await;
        let (since, mut told) = (Instant::now(), Told::default());
        finish(finished_after, &finished);
        let last = loop {
            let message = peer.next().await;
            if !message["id"].is_null() {
                break message;
            }
            told.hear(&message, &json!(1), since);
        };
        match finished_after {
            Some(_) => assert_eq!(last["id"], call),
            None => assert_eq!(last["method"], "elicitation/create", "asked again: {last}"),
        }
        check(&told, finished_after);
    }
}

#[tokio::test(start_paused = true)]
async fn so_it_is_in_the_modern_era() {
    for finished_after in [None, Some(25)] {
        let (server, finished) = Clerk::served();
        let urls = json!({"elicitation": {"form": {}, "url": {}}});
        let mut line = Wire::to(server).declaring(urls.clone());
        let asked = line.call("visit", json!({}), json!({})).await;
        let state = &asked["result"]["requestState"];
        let mut meta = wire::meta("ada", &urls);
        meta["progressToken"] = json!("v");
        let params = json!({
            "name": "visit", "arguments": {}, "requestState": state,
            "inputResponses": {"visit": {"action": "accept"}},
        });
        let request = wire::request(9, "tools/call", params, meta);
        line.put(&request).await;
        let (since, mut told) = (Instant::now(), Told::default());
        finish(finished_after, &finished);
        let last = loop {
            let message = line.next().await;
            if message["id"] == 9 {
                break message;
            }
            told.hear(&message, &json!("v"), since);
        };
        let expected = match finished_after {
            Some(_) => "complete",
            None => "input_required",
        };
        assert_eq!(last["result"]["resultType"], expected, "{last}");
        check(&told, finished_after);
    }
}

fn finish(after: Option<u64>, finished: &Arc<AtomicBool>) {
    if let Some(after) = after {
        let finished = Arc::clone(finished);
        tokio::spawn(async move {
            sleep(Duration::from_secs(after)).await;
            finished.store(true, Ordering::SeqCst);
        });
    }
}

fn check(told: &Told, finished_after: Option<u64>) {
    let times = finished_after.unwrap_or(45) / 10;
    let expected: Vec<u64> = (1..=times).map(|at| 10 * at).collect();
    assert_eq!(told.at, expected);
    assert!(
        told.messages.iter().all(|it| it == VISIT),
        "{:?}",
        told.messages
    );
    assert!(told.amounts.is_sorted_by(|one, next| one < next));
}

#[tokio::test(start_paused = true)]
async fn a_visit_that_is_never_finished_ends_and_says_what_it_waited_for() {
    let (server, _) = Clerk::served();
    let mut peer = Peer::connect(server, NOVEMBER).await;
    let call = peer.call("visit").await;
    let since = Instant::now();
    for _ in 0..3 {
        let question = peer.question().await;
        peer.answer(&question, json!({"action": "accept"})).await;
    }
    let result = peer.result(call).await;
    let (text, failed) = text(&result);
    assert!(failed && text.contains("the visit `visit`"), "{text}");
    assert!(
        text.contains("is not finished yet") && text.contains("Calling again"),
        "{text}"
    );
    assert_eq!(since.elapsed().as_secs(), 3 * 45);
}
