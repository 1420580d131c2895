//! A pause that is not passed on: nothing more happens, and the result is replaced.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use askback::Modes;
use askback::testing::{Era, Outcome, Tester, Turn};
use askback_tests::peer::{Peer, text};
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::careless::{Careless, careless};
use crate::log::Log;
use crate::lose::{KINDS, Kind, WAYS, Way};

/// How the person, or the client, ends the first question in the handshake era, so that there is a pause.
async fn end_it(turn: Turn, kind: Kind) -> Turn {
    match kind {
        Kind::Form | Kind::Forms | Kind::All => turn.expect_form("first").decline().await,
        Kind::Gate => turn.expect_gate("first").decline().await,
        Kind::Url => turn.expect_url("first").cancel().await,
        Kind::Input => turn.expect_input("first").fail(-1).await,
    }
}

fn replaced(outcome: &Outcome, what: &str) {
    assert!(
        outcome.text().starts_with("swallowed_pause: "),
        "{what}: {outcome:?}"
    );
    assert_eq!(outcome.error_data()["reason"], "swallowed_pause", "{what}");
}

/// Of the errors that were logged, what this crate said of a swallowed pause.
fn said(log: &Log) -> Vec<String> {
    let mut lines = log.take();
    lines.retain(|line| line.contains("swallowed a pause"));
    lines
}

/// A tool, a prompt and a resource that lose the pause of such a question in such a way.
const HANDLERS: [&str; 3] = ["tool", "prompt", "resource"];

async fn lost_by(handler: &str, person: &Tester<Careless>, kind: Kind, way: Way) -> Turn {
    let case = json!({ "kind": kind, "way": way });
    match handler {
        "tool" => person.call("swallow", case).await,
        "prompt" => person.prompt("swallowed", case).await,
        _ => person.resource(&format!("case:///{kind:?}/{way:?}")).await,
    }
}

#[tokio::test]
async fn in_the_modern_era_a_swallowed_pause_replaces_every_result() {
    let log = Log::listen();
    for kind in KINDS {
        for way in WAYS {
            for handler in HANDLERS {
                let (person, what) = (careless(Era::Modern), format!("{handler} {kind:?} {way:?}"));
                let turn = lost_by(handler, &person, kind, way).await;
                replaced(&turn.expect_error(-32603), &what);
                let keys = match kind {
                    Kind::All => "first, roots",
                    _ => "first",
                };
                let lines = said(&log);
                assert_eq!(lines.len(), 1, "{what}: {lines:?}");
                let told = format!("keys={keys} cause=asked ");
                assert!(lines[0].contains(&told), "{what}: {lines:?}");
                assert_eq!(person.server().happened.load(SeqCst), 0, "{what}");
            }
        }
    }
}

#[tokio::test]
async fn in_the_handshake_era_so_does_one_that_a_refusal_made() {
    let log = Log::listen();
    // There a question is awaited in place: what drops it half way takes it back, and pauses nothing.
    let waits = [Way::Ignored, Way::Ok, Way::Default, Way::Mapped];
    for kind in KINDS {
        for way in waits {
            for handler in HANDLERS {
                let (person, what) = (
                    careless(Era::Handshake),
                    format!("{handler} {kind:?} {way:?}"),
                );
                let turn = lost_by(handler, &person, kind, way).await;
                let end = end_it(turn, kind).await.expect_error(-32603);
                replaced(&end, &what);
                let cause = match kind {
                    Kind::Url => "cancelled",
                    Kind::Input => "leg failed",
                    _ => "declined",
                };
                let lines = said(&log);
                assert_eq!(lines.len(), 1, "{what}: {lines:?}");
                let told = format!("keys=first cause={cause} ");
                assert!(lines[0].contains(&told), "{what}: {lines:?}");
                assert_eq!(person.server().happened.load(SeqCst), 0, "{what}");
            }
        }
    }
}

#[tokio::test]
async fn in_the_handshake_era_a_question_that_is_dropped_is_taken_back() {
    for kind in [Kind::Form, Kind::Gate, Kind::Url, Kind::Input] {
        for way in [Way::TimedOut, Way::PolledOnce] {
            let server = careless(Era::Handshake).deployment().clone();
            let careless = Careless {
                askback: server.clone(),
                happened: Arc::default(),
            };
            let mut peer = Peer::connect(server.wrap(careless), NOVEMBER).await;
            let arguments = json!({ "kind": kind, "way": way });
            let params = json!({ "name": "drop_and_ask", "arguments": arguments });
            let call = peer.request("tools/call", params).await;
            // What was dropped before it was sent is not even asked.
            let (mut first, mut second, mut withdrawn) = (None, None, None);
            while second.is_none() || withdrawn != first {
                let message = peer.next().await;
                if message["method"] == "notifications/cancelled" {
                    withdrawn = Some(message["params"]["requestId"].clone());
                } else if message["params"]["message"] == "Another?" {
                    second = Some(message);
                } else {
                    assert!(first.is_none() && message["id"].is_u64(), "{message}");
                    first = Some(message["id"].clone());
                }
            }
            let answer = askback_tests::accept(json!({ "word": "w" }));
            peer.answer(&second.unwrap(), answer).await;
            let result = peer.result(call).await;
            assert_eq!(text(&result), ("w, and 1", false), "{kind:?} {way:?}");
        }
    }
}

#[tokio::test]
async fn it_is_the_result_that_is_replaced_whatever_it_is() {
    for (tool, arguments) in [
        ("failed_result", Value::Null),
        ("structured", Value::Null),
        ("own", Value::Null),
    ] {
        let person = careless(Era::Modern);
        let end = person
            .call(tool, arguments.clone())
            .await
            .expect_error(-32603);
        replaced(&end, tool);
        for era in [Era::Handshake, Era::FirstHandshake] {
            let person = careless(era);
            let turn = person.call(tool, arguments.clone()).await;
            let end = turn
                .expect_form("first")
                .decline()
                .await
                .expect_error(-32603);
            replaced(&end, tool);
        }
    }
}

#[tokio::test]
async fn an_error_of_whatever_kind_passes_a_pause_on() {
    for era in Era::ALL {
        let person = careless(era);
        let turn = person.call("passed_on", Value::Null).await;
        let done = turn
            .expect_form("first")
            .answer(json!({ "word": "w" }))
            .await
            .finish();
        assert_eq!(done.text(), "w");
        let turn = person.call("passed_on", Value::Null).await;
        turn.expect_form("first")
            .decline()
            .await
            .expect_declined("first");
    }
}

#[tokio::test]
async fn answers_before_it_do_not_save_a_result() {
    let person = careless(Era::Modern);
    let turn = person.call("after_an_answer", Value::Null).await;
    let end = turn
        .expect_form("zeroth")
        .answer(json!({ "word": "w" }))
        .await;
    replaced(&end.expect_error(-32603), "a second question");
    let turn = person.call("declared", Value::Null).await;
    let end = turn
        .expect_form("word")
        .answer(json!({ "word": "w" }))
        .await;
    replaced(&end.expect_error(-32603), "beside a declared question");
    assert_eq!(person.server().happened.load(SeqCst), 0);
}

#[tokio::test]
async fn a_step_that_pauses_is_no_less_one() {
    let log = Log::listen();
    for era in Era::ALL {
        for way in WAYS {
            let person = careless(era);
            let case = json!({ "kind": Kind::Form, "way": way });
            let end = person.call("bad_step", case).await.expect_error(-32603);
            replaced(&end, &format!("{era} {way:?}"));
            let lines = said(&log);
            assert_eq!(lines.len(), 1, "{lines:?}");
            let told = "keys= cause=the step's key `not a key` is not 1 to 64";
            assert!(lines[0].contains(told), "{lines:?}");
            assert_eq!(person.server().happened.load(SeqCst), 0, "{era} {way:?}");
        }
        let turn = careless(era).call("failed_step", Value::Null).await;
        let done = turn
            .expect_form("first")
            .answer(json!({ "word": "w" }))
            .await;
        assert_eq!(done.finish().text(), "w, 7", "an error of a step is none");
    }
}

#[tokio::test]
async fn what_stops_a_call_otherwise_is_no_less_a_pause() {
    let log = Log::listen();
    for era in Era::ALL {
        let person = careless(era).supports(Modes::NONE);
        let case = json!({ "kind": Kind::Form, "way": Way::Ok });
        let end = person.call("swallow", case).await.expect_error(-32603);
        replaced(&end, "a client that cannot be asked");
        let lines = said(&log);
        assert!(lines[0].contains("cause=unsupported "), "{lines:?}");
    }
}

#[tokio::test]
async fn a_question_that_is_never_awaited_is_none() {
    for era in Era::ALL {
        let done = careless(era)
            .call("never_awaited", Value::Null)
            .await
            .finish();
        assert_eq!(done.text(), "true");
    }
}
