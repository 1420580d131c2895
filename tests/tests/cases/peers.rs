//! The rows of the handshake era.

use std::time::Duration;

use askback_tests::peer::Peer;
use serde_json::{Value, json};

use crate::agency::Site;
use crate::table::{Comes, Row, rows};

#[tokio::test(start_paused = true)]
async fn every_row_of_the_handshake_era_ends_as_it_has_to() {
    let mut ran = 0;
    for row in rows() {
        if let (None, Some(era)) = (&row.not_run, &row.era) {
            run(&row, era).await;
            ran += 1;
        }
    }
    assert!(ran > 7, "{ran}");
}

async fn run(row: &Row, era: &str) {
    let site = Site::default();
    let declared = row.capabilities.clone();
    let declared = declared.unwrap_or_else(|| json!({ "elicitation": {} }));
    let mut peer = Peer::declaring(site.server("here"), era, declared).await;
    let (mut call, mut question) = (0, Value::Null);
    for (at, leg) in row.legs.iter().enumerate() {
        let place = format!("{}, leg {}", row.id, at + 1);
        for _ in 0..leg.after {
            site.later(1);
            peer.idle(Duration::from_millis(1)).await;
        }
        match (leg.send.get("result"), leg.send.get("error")) {
            (Some(result), _) => peer.answer(&question, result.clone()).await,
            (None, Some(code)) => peer.fail(&question, code.as_i64().unwrap()).await,
            (None, None) if at == 0 || leg.send.contains_key("call") => {
                let arguments = row.arguments.clone().unwrap_or_else(|| json!({}));
                let params = json!({ "name": row.tool, "arguments": arguments });
                call = peer.request("tools/call", params).await;
            }
            // The client is silent until nobody waits any more.
            (None, None) => site.later(1),
        }
        match leg.comes {
            Comes::Asks(_) => {
                question = peer.question().await;
                assert_eq!(question["method"], "elicitation/create", "{place}");
                leg.check_parts(&question, &place);
            }
            _ => leg.check(&response(&mut peer, call).await, &place),
        }
    }
    assert_eq!(site.effects.count(), row.effects, "{}", row.id);
}

/// The response to a call, before or after the withdrawal of its question.
async fn response(peer: &mut Peer, call: u64) -> Value {
    loop {
        let message = peer.next().await;
        if message["id"] == call && message["method"].is_null() {
            return message;
        }
        assert_eq!(message["method"], "notifications/cancelled", "{message}");
    }
}
