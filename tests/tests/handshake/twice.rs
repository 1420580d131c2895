//! A client that answers one question more than once: the first answer counts.

use askback_tests::accept;
use serde_json::{Value, json};

use crate::NOVEMBER;
use crate::answers::yes;
use crate::desk::{Desk, Effects};
use crate::peer::{Peer, text};
use crate::site::{Messages, Session, Setup, Site};

/// A client on either transport, with one call open at a time.
enum Client {
    Line(Peer),
    Http(Box<Session>, Option<Messages>),
}

impl Client {
    async fn both() -> [(Self, Effects); 2] {
        let (server, effects) = Desk::new();
        let line = Self::Line(Peer::connect(server, NOVEMBER).await);
        let site = Site::new(Setup::GUARDED);
        let http = Self::Http(Box::new(site.session("ada").await), None);
        [(line, effects), (http, site.effects)]
    }

    /// Calls a tool, and gives the question that it asks.
    async fn call(&mut self, id: u64, tool: &str) -> Value {
        match self {
            Self::Line(peer) => {
                assert_eq!(peer.call(tool).await, id + 1);
                peer.question().await
            }
            Self::Http(session, open) => {
                let messages = open.insert(session.call(id, tool).await);
                messages.question().await
            }
        }
    }

    async fn answer(&mut self, question: &Value, result: &Value) {
        match self {
            Self::Line(peer) => peer.answer(question, result.clone()).await,
            Self::Http(session, _) => {
                assert_eq!(session.answer(question, result.clone()).await, 202);
            }
        }
    }

    async fn question(&mut self) -> Value {
        match self {
            Self::Line(peer) => peer.question().await,
            Self::Http(_, open) => open.as_mut().unwrap().question().await,
        }
    }

    async fn result(&mut self, id: u64) -> Value {
        match self {
            Self::Line(peer) => peer.result(id + 1).await,
            Self::Http(_, open) => open.as_mut().unwrap().result(id).await,
        }
    }
}

#[tokio::test]
async fn the_first_answer_to_a_gate_counts() {
    for (mut client, effects) in Client::both().await {
        let mut calls = 0;
        for (first_opens, others) in [(true, ["decline", "cancel"]), (false, ["accept", "accept"])]
        {
            // Often, since the second answer may come before the first was looked at, or after.
            for _ in 0..20 {
                calls += 1;
                let before = effects.count();
                let question = client.call(calls, "gate").await;
                let opened = yes(&question);
                let first = match first_opens {
                    true => opened.clone(),
                    false => json!({"action": "decline"}),
                };
                client.answer(&question, &first).await;
                for other in others {
                    let other = match other {
                        "accept" => opened.clone(),
                        action => json!({ "action": action }),
                    };
                    client.answer(&question, &other).await;
                }
                let result = client.result(calls).await;
                assert_eq!(text(&result).1, !first_opens, "{result}");
                // And after the end of the call.
                client.answer(&question, &opened).await;
                assert_eq!(effects.count() - before, usize::from(first_opens));
                if !first_opens {
                    // Three declines would close the gate for a while.
                    break;
                }
            }
        }
    }
}

/// What answers a question that was asked before is no answer to the one that is asked now.
#[tokio::test]
async fn a_second_answer_does_not_answer_the_next_question() {
    for (mut client, effects) in Client::both().await {
        let first = client.call(1, "form").await;
        let wrong = accept(json!({"severity": "urgent"}));
        let right = accept(json!({"severity": "high", "teams": ["web"]}));
        client.answer(&first, &wrong).await;
        client
            .answer(&first, &accept(json!({"severity": "low"})))
            .await;
        let again = client.question().await;
        assert_ne!(again["id"], first["id"]);
        client
            .answer(&first, &accept(json!({"severity": "low"})))
            .await;
        client.answer(&again, &right).await;
        assert_eq!(text(&client.result(1).await), ("High [Web]", false));
        assert_eq!(effects.count(), 1);

        let mut question = client.call(2, "maybe").await;
        for (at, (action, other)) in OTHERWISE.iter().enumerate() {
            if at > 0 {
                question = client.question().await;
            }
            for action in [action, other] {
                let answer = json!({"action": action, "content": {"severity": "low"}});
                client.answer(&question, &answer).await;
            }
        }
        let result = client.result(2).await;
        assert_eq!(text(&result).0, "decline accept cancel accept");
    }
}

/// What four questions are answered with, and what is said afterwards.
const OTHERWISE: [(&str, &str); 4] = [
    ("decline", "accept"),
    ("accept", "decline"),
    ("cancel", "accept"),
    ("accept", "cancel"),
];
