//! The server goes away and comes back.

use std::time::Duration;

use askback::ledger::{Claimed, Held, Store, Transition, Verdict, Written};

use crate::chain::{Chain, accept, lifetime, options, prompt, store};
use crate::server::server;

/// What was told before the crash holds after it.
#[tokio::test]
async fn the_append_only_file_brings_everything_back() {
    let mut server = server!("--appendfsync", "always");
    let first = options(&server).written_through().open().await.unwrap();
    let [waits, answered, held, over] = [1, 2, 3, 4].map(|chain| Chain::new(chain, chain));
    for chain in [waits, answered, held, over] {
        chain.open(&first).await;
    }
    let fence = answered.hold(&first, 1).await;
    answered.write(&first, fence, accept()).await.unwrap();
    answered.write(&first, fence, prompt(2)).await.unwrap();
    let running = held.hold(&first, 1).await;
    held.write(&first, running, accept()).await.unwrap();
    let fence = over.hold(&first, 1).await;
    over.write(&first, fence, accept()).await.unwrap();
    over.write(&first, fence, Transition::Finish).await.unwrap();
    first.end(lifetime(7)).await.unwrap();
    let replayed = answered.claim(&first, 1, 1, 9).await.unwrap();
    let before = first.held().await.unwrap();

    server.kill();
    server.restart();

    // The process that was there before, and one that is new.
    let second = store(&server).await;
    for store in [&first, &second] {
        assert_eq!(store.held().await.unwrap(), before);
        assert_eq!(answered.claim(store, 1, 1, 9).await.unwrap(), replayed);
        let conflict = answered.claim(store, 1, 2, 9).await.unwrap().verdict;
        assert_eq!(conflict, Verdict::Conflict);
        let busy = held.claim(store, 1, 1, 9).await.unwrap().verdict;
        assert_eq!(busy, Verdict::Busy);
    }
    let finished = held.write(&first, running, Transition::Finish).await;
    assert_eq!(finished.unwrap(), Written::Finished);
    let recovering = over.claim(&second, 1, 1, 9).await.unwrap().verdict;
    assert!(matches!(recovering, Verdict::Recovering { .. }));
    waits.hold(&second, 1).await;
    let mut late = Chain::new(9, 9).starting(1);
    late.lifetime = lifetime(7);
    let started = second.start(late).await.unwrap();
    assert_eq!(started, askback::ledger::Started::Ended);
}

/// Whoever calls meanwhile is told in time that nobody knows, and finds out by the same attempt.
#[tokio::test]
async fn a_paused_server_is_an_error_in_time_and_the_attempt_can_be_made_again() {
    let server = server!();
    let patience = Duration::from_millis(300);
    let store = options(&server).patience(patience).open().await.unwrap();
    let chain = Chain::new(1, 1);
    chain.open(&store).await;
    server.pause();
    for _ in 0..3 {
        let error = chain.claim(&store, 1, 1, 1).await.unwrap_err();
        assert!(
            error.to_string().contains("did not answer in time"),
            "{error}"
        );
    }
    server.go_on();
    // They were sent, and arrive now, in whatever order: one grant for all.
    let claimed = settled(&store, chain).await;
    assert!(matches!(claimed.verdict, Verdict::Claimed { .. }));
    assert_eq!(chain.claim(&store, 1, 1, 1).await.unwrap(), claimed);
    let other = chain.claim(&store, 1, 1, 2).await.unwrap();
    assert_eq!(other.verdict, Verdict::Busy);
}

/// The first answer of a server that goes on may take longer than the short patience.
async fn settled(store: &askback::ledger::RedisStore, chain: Chain) -> Claimed {
    for _ in 0..50 {
        if let Ok(claimed) = chain.claim(store, 1, 1, 1).await {
            return claimed;
        }
    }
    panic!("the server did not come back");
}

/// Nobody sees a restart that is over within the patience.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_is_waited_for() {
    let mut server = server!();
    let patience = Duration::from_secs(20);
    let store = options(&server).patience(patience).open().await.unwrap();
    let chain = Chain::new(1, 1);
    chain.open(&store).await;
    server.kill();
    let meanwhile = tokio::spawn({
        let store = store.clone();
        async move { chain.hold(&store, 1).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!meanwhile.is_finished());
    server.restart();
    let fence = meanwhile.await.unwrap();
    let accepted = chain.write(&store, fence, accept()).await.unwrap();
    assert_eq!(accepted, Written::Accepted);
}

/// A server that is gone is an error, and names no secret.
#[tokio::test]
async fn a_server_that_is_gone_is_an_error() {
    let mut server = server!();
    let patience = Duration::from_millis(300);
    let store = options(&server).patience(patience).open().await.unwrap();
    server.kill();
    let error = store.held().await.unwrap_err();
    assert!(
        error.to_string().contains("did not answer in time"),
        "{error}"
    );
    assert!(std::error::Error::source(&error).is_some());
}

/// What the server has forgotten of scripts it is told again.
#[tokio::test]
async fn scripts_that_were_flushed_are_loaded_again() {
    let server = server!();
    let store = store(&server).await;
    let chain = Chain::new(1, 1);
    chain.open(&store).await;
    let _: String = server.ask(&["SCRIPT", "FLUSH"]);
    let fence = chain.hold(&store, 1).await;
    let _: String = server.ask(&["SCRIPT", "FLUSH"]);
    let accepted = chain.write(&store, fence, accept()).await.unwrap();
    assert_eq!(accepted, Written::Accepted);
}

/// A server without memory refuses before anything has changed.
#[tokio::test]
async fn a_server_that_is_out_of_memory_changes_nothing() {
    let server = server!();
    let store = store(&server).await;
    let (chain, other) = (Chain::new(1, 1), Chain::new(1, 2));
    chain.open(&store).await;
    let fence = chain.hold(&store, 1).await;
    let held = store.held().await.unwrap();
    let _: String = server.ask(&["CONFIG", "SET", "maxmemory", "1"]);
    assert!(store.start(other.starting(1)).await.is_err());
    assert!(chain.write(&store, fence, accept()).await.is_err());
    assert!(
        chain
            .write(&store, fence, Transition::Release)
            .await
            .is_err()
    );
    assert_eq!(store.held().await.unwrap(), held);
    let _: String = server.ask(&["CONFIG", "SET", "maxmemory", "0"]);
    let accepted = chain.write(&store, fence, accept()).await.unwrap();
    assert_eq!(accepted, Written::Accepted);
    chain
        .write(&store, fence, Transition::Finish)
        .await
        .unwrap();
    let more = 100;
    let held = Held {
        open_chains: 0,
        bytes: held.bytes + more,
        ..held
    };
    assert_eq!(store.held().await.unwrap(), held);
}
