//! `SessionGuard` around a real rmcp server, over HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use http::StatusCode;
use reqwest::Method;
use serde_json::json;

mod server;

use server::{Messages, Placement, Server, accept, call, initialize};

#[tokio::test]
async fn an_answer_posted_into_another_persons_session_is_not_heard() {
    for placement in [Placement::AroundTheService, Placement::OnTheRouter] {
        let server = Server::start(placement).await;
        let session = server.initialize("ada").await;
        let mut messages = Messages::of(server.post("ada", &session, &call(1, "open")).await);
        let question = messages.next().await;
        assert_eq!(question["method"], "elicitation/create");

        let forged = server.post("bob", &session, &accept(&question)).await;
        assert_eq!(forged.status(), StatusCode::NOT_FOUND);
        assert_eq!(server.opened(), 0);

        // The question is still open, and its owner's answer counts.
        let answered = server.post("ada", &session, &accept(&question)).await;
        assert_eq!(answered.status(), StatusCode::ACCEPTED);
        let result = messages.next().await;
        assert_eq!(result["result"]["content"][0]["text"], "done");
        assert_eq!(server.opened(), 1);
    }
}

#[tokio::test]
async fn a_session_does_not_exist_for_others() {
    let server = Server::start(Placement::OnTheRouter).await;
    let session = server.initialize("ada").await;
    let messages = [
        call(1, "caller"),
        initialize(),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}),
    ];
    for message in &messages {
        let refused = server.post("bob", &session, message).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{message}");
        assert_eq!(refused.text().await.unwrap(), "");
    }
    for method in [Method::GET, Method::DELETE] {
        let refused = server
            .in_session(method.clone(), "bob", &session)
            .send()
            .await
            .unwrap();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{method}");
    }
    // Neither does naming the era without sessions help.
    let modern = server
        .client
        .post(&server.url)
        .bearer_auth("bob")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-session-id", &session)
        .json(&messages[0]);
    assert_eq!(modern.send().await.unwrap().status(), StatusCode::NOT_FOUND);

    // It is as good as new for its owner.
    let mut answer = Messages::of(server.post("ada", &session, &call(2, "caller")).await);
    assert_eq!(answer.next().await["result"]["content"][0]["text"], "ada");
    let stream = server
        .in_session(Method::GET, "ada", &session)
        .send()
        .await
        .unwrap();
    assert_eq!(stream.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_session_ends_with_its_owners_delete() {
    let server = Server::start(Placement::AroundTheService).await;
    let session = server.initialize("ada").await;
    let delete = |who: &'static str| server.in_session(Method::DELETE, who, &session).send();
    assert_eq!(delete("bob").await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(delete("ada").await.unwrap().status(), StatusCode::ACCEPTED);
    for who in ["ada", "bob"] {
        let late = server.post(who, &session, &call(1, "caller")).await;
        assert_eq!(late.status(), StatusCode::NOT_FOUND, "{who}");
    }
}

#[tokio::test]
async fn everyone_has_their_own_session() {
    let server = Server::start(Placement::OnTheRouter).await;
    let (ada, bob) = (
        server.initialize("ada").await,
        server.initialize("bob").await,
    );
    assert_ne!(ada, bob);
    for (who, session) in [("ada", &ada), ("bob", &bob)] {
        let mut answer = Messages::of(server.post(who, session, &call(1, "caller")).await);
        assert_eq!(answer.next().await["result"]["content"][0]["text"], who);
    }
    assert_eq!(
        server.post("ada", &bob, &call(2, "caller")).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn who_cannot_be_identified_gets_in_nowhere() {
    let server = Server::start(Placement::OnTheRouter).await;
    let session = server.initialize("ada").await;
    let request = || {
        server
            .client
            .post(&server.url)
            .header("accept", "application/json, text/event-stream")
    };
    for request in [
        request().json(&initialize()),
        request()
            .header("mcp-session-id", &session)
            .json(&call(1, "caller")),
        request()
            .header("authorization", "Basic YWRhOg==")
            .json(&initialize()),
        request()
            .header("authorization", "Bearer ")
            .json(&initialize()),
    ] {
        let refused = request.send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(refused.headers()["www-authenticate"], "Bearer");
    }
}

#[tokio::test]
async fn session_ids_that_are_unknown_or_more_than_one_are_refused() {
    let server = Server::start(Placement::OnTheRouter).await;
    let (ada, bob) = (
        server.initialize("ada").await,
        server.initialize("bob").await,
    );
    for unknown in [
        "x",
        "00000000-0000-0000-0000-000000000000",
        &ada.to_uppercase(),
        "",
    ] {
        let refused = server.post("ada", unknown, &call(1, "caller")).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
    let two = server
        .in_session(Method::POST, "ada", &ada)
        .header("mcp-session-id", &bob);
    let refused = two.json(&call(1, "caller")).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let opaque = http::HeaderValue::from_bytes(b"\xff\xfe").unwrap();
    let refused = server
        .request(Method::POST, "ada")
        .header("mcp-session-id", opaque);
    let refused = refused.json(&initialize()).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_era_without_sessions_passes() {
    let server = Server::start(Placement::OnTheRouter).await;
    let mut message = call(1, "caller");
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for stale_session in [None, Some("left-over")] {
        let mut request = server
            .client
            .post(&server.url)
            .bearer_auth("ada")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "caller");
        if let Some(session) = stale_session {
            request = request.header("mcp-session-id", session);
        }
        let response = request.json(&message).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert!(!response.headers().contains_key("mcp-session-id"));
        let text = response.text().await.unwrap();
        assert!(text.contains(r#""text":"ada""#), "{text}");
    }
}
