//! A continuation that another registry goes on from: another process on this host, or this one after a restart.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use askback::clock::SystemClock;
use askback::ledger::{Limits, SqliteStore};
use askback::registry::{FailureCode, Registry};
use askback::{Askback, Modes};
use serde_json::json;

use super::desk::{Desk, Op, failed, finished, pending};
use super::operations::{note, purge, yes};

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let at = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("askback-registry-{}-{at}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A registry of a process of its own: nothing but the file is shared.
fn over(folder: &Folder, key: &[u8; 32]) -> Registry<Desk> {
    let file = folder.0.join("ledger.sqlite");
    let store = SqliteStore::open(file, Arc::new(SystemClock), Limits::default()).unwrap();
    let builder = Askback::builder()
        .key(*key)
        .audience("registry.example.com");
    registry(builder.ledger(store).build().unwrap())
}

fn registry(askback: Askback) -> Registry<Desk> {
    let registry = Registry::new(Desk::default(), askback);
    registry
        .register(Op("note", note))
        .register(Op("purge", purge))
}

fn sealed(key: &[u8; 32], audience: &str) -> Registry<Desk> {
    registry(
        Askback::builder()
            .key(*key)
            .audience(audience)
            .build()
            .unwrap(),
    )
}

#[tokio::test]
async fn another_process_goes_on_from_the_file() {
    let folder = Folder::new();
    let arguments = || json!({ "days": 30 });
    let one = over(&folder, &[7; 32]);
    let ticket = pending(
        one.call("purge", arguments())
            .modes(Modes::FORM)
            .invoke()
            .await,
    );
    let token = ticket.continuation().to_owned();
    drop((ticket, one));

    let two = over(&folder, &[7; 32]);
    let resume = |token: &str| {
        two.call("purge", arguments())
            .modes(Modes::FORM)
            .resume(token)
    };
    // It can be shown again there, word for word.
    let shown = pending(resume(&token).invoke().await);
    assert_eq!(
        (shown.key(), shown.continuation()),
        ("ticket", token.as_str())
    );
    let sure = pending(resume(&token).accept(json!({ "id": "T-1" })).invoke().await);
    let field = sure.fields()[0].name().to_owned();
    let done = finished(sure.clone().accept(yes(&field)).invoke().await);
    assert_eq!(done, json!({ "purged": "T-1" }));

    // A third one is told of it, and does nothing: its own desk knows of no such purge.
    let three = over(&folder, &[7; 32]);
    let again = three.call("purge", arguments()).modes(Modes::FORM);
    let again = again.resume(sure.continuation()).accept(yes(&field));
    let failure = failed(again.invoke().await);
    assert_eq!(
        failure.to_string(),
        "failed: nothing was purged under this key"
    );
    assert_eq!(three.state().noted(), ["recovers T-1"]);
}

#[tokio::test]
async fn the_file_alone_opens_nothing() {
    let folder = Folder::new();
    let one = over(&folder, &[7; 32]);
    let asked = pending(
        one.call("note", json!({}))
            .modes(Modes::FORM)
            .invoke()
            .await,
    );
    let token = asked.continuation().to_owned();
    let other = over(&folder, &[8; 32]);
    let call = other
        .call("note", json!({}))
        .modes(Modes::FORM)
        .resume(&token);
    let failure = failed(call.accept(json!({ "reason": "moved" })).invoke().await);
    assert!(
        matches!(
            failure.code(),
            FailureCode::Internal | FailureCode::InvalidContinuation
        ),
        "{failure}"
    );
    // What is in the file is neither the token nor what was said.
    for entry in fs::read_dir(&folder.0).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for text in [token.as_str(), "Why?", "details"] {
            assert!(
                !bytes.windows(text.len()).any(|at| at == text.as_bytes()),
                "{text}"
            );
        }
    }
}

#[tokio::test]
async fn another_process_opens_what_was_sealed_with_its_key() {
    let one = sealed(&[7; 32], "a.example.com");
    let asked = pending(
        one.call("note", json!({}))
            .modes(Modes::FORM)
            .invoke()
            .await,
    );
    let token = asked.continuation().to_owned();
    for other in [
        sealed(&[8; 32], "a.example.com"),
        sealed(&[7; 32], "b.example.com"),
    ] {
        let call = other
            .call("note", json!({}))
            .modes(Modes::FORM)
            .resume(&token);
        let failure = failed(call.accept(json!({ "reason": "moved" })).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidContinuation);
    }
    let two = sealed(&[7; 32], "a.example.com");
    let call = two
        .call("note", json!({}))
        .modes(Modes::FORM)
        .resume(&token);
    let done = finished(call.accept(json!({ "reason": "moved" })).invoke().await);
    assert_eq!(done["reason"], "moved");
    assert_eq!(two.state().noted(), ["moved None"]);
}
