//! Servers that would forget what people answered.

use std::time::Duration;

use askback::ledger::{Limits, RedisOpenError, RedisStore, Store};

use crate::chain::{Chain, options, store};
use crate::server::{Server, server};

fn set(server: &Server, name: &str, value: &str) {
    let _: String = server.ask(&["CONFIG", "SET", name, value]);
}

#[tokio::test]
async fn a_server_that_evicts_or_forgets_is_refused_unless_told_so() {
    let server = server!();
    let opened = RedisStore::open(&server.url(), Limits::default()).await;
    assert!(opened.is_ok());
    for policy in ["allkeys-lru", "volatile-ttl", "allkeys-random"] {
        set(&server, "maxmemory-policy", policy);
        match options(&server).open().await {
            Err(RedisOpenError::Evicts(found)) => assert_eq!(found, policy),
            other => panic!("{other:?}"),
        }
    }
    let unchecked = options(&server).unchecked().open().await.unwrap();
    Chain::new(1, 1).open(&unchecked).await;
    set(&server, "maxmemory-policy", "noeviction");
    set(&server, "appendonly", "no");
    let opened = options(&server).open().await;
    assert!(matches!(opened, Err(RedisOpenError::NotPersistent)));
    let unchecked = options(&server).unchecked().open().await.unwrap();
    assert_eq!(unchecked.held().await.unwrap().chains, 1);
}

#[tokio::test]
async fn a_server_that_loads_what_it_kept_is_waited_for() {
    // Ten milliseconds for each command, of which there are some three hundred.
    let delay = ["--key-load-delay", "10000"];
    let often = ["--loading-process-events-interval-bytes", "1024"];
    let mut server = server!(delay[0], delay[1], often[0], often[1]);
    let value = "x".repeat(500);
    for key in 0..300 {
        let _: String = server.ask(&["SET", &key.to_string(), &value]);
    }
    server.kill();
    server.begin_restart();
    let patience = Duration::from_secs(60);
    let opened = options(&server).patience(patience).open().await;
    assert!(opened.is_ok(), "{opened:?}");

    server.kill();
    server.begin_restart();
    let patience = Duration::from_millis(500);
    let opened = options(&server).patience(patience).open().await;
    assert!(
        matches!(opened, Err(RedisOpenError::Server(_))),
        "{opened:?}"
    );
}

#[tokio::test]
async fn answers_are_written_through_if_asked_for() {
    let server = server!();
    let opened = options(&server).written_through().open().await;
    assert!(matches!(
        opened,
        Err(RedisOpenError::NotWrittenThrough(Some(policy))) if policy == "everysec"
    ));
    set(&server, "appendfsync", "always");
    assert!(options(&server).written_through().open().await.is_ok());
}

#[tokio::test]
async fn a_node_of_a_cluster_is_refused() {
    let server = server!("--cluster-enabled", "yes");
    let opened = options(&server).open().await;
    assert!(matches!(opened, Err(RedisOpenError::Cluster)));
}

#[tokio::test]
async fn a_server_that_does_not_say_what_it_is_like_is_refused() {
    let server = server!("--rename-command", "CONFIG", "");
    let opened = options(&server).written_through().open().await;
    assert!(
        matches!(opened, Err(RedisOpenError::Server(_))),
        "{opened:?}"
    );
    // It is INFO that says the rest.
    assert!(options(&server).open().await.is_ok());
    let _: String = server.ask(&["ACL", "SETUSER", "default", "-info"]);
    let opened = options(&server).open().await;
    assert!(
        matches!(opened, Err(RedisOpenError::Server(_))),
        "{opened:?}"
    );
    assert!(options(&server).unchecked().open().await.is_ok());
}

#[tokio::test]
async fn the_wrong_password_is_told_at_once_and_not_repeated() {
    let server = server!();
    set(&server, "requirepass", "right-secret");
    let url = |password| format!("redis://:{password}@127.0.0.1:{}/", server.port());
    let error = RedisStore::options(&url("wrong-secret"))
        .open()
        .await
        .unwrap_err();
    let mut text = format!("{error:?} {error}");
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        text += &cause.to_string();
        source = cause.source();
    }
    assert!(!text.contains("secret"), "{text}");
    let store = RedisStore::options(&url("right-secret"))
        .open()
        .await
        .unwrap();
    assert!(!format!("{store:?}").contains("secret"));
}

/// Another number of shards would look for chains where they are not.
#[tokio::test]
async fn all_who_share_a_namespace_use_it_alike() {
    let server = server!();
    let one = store(&server).await;
    Chain::new(1, 1).open(&one).await;
    let opened = options(&server).shards(2).open().await;
    assert!(matches!(
        opened,
        Err(RedisOpenError::Layout(found)) if found == "version 1, 1 shards"
    ));
    let other = options(&server).namespace("other").shards(2);
    let other = other.open().await.unwrap();
    assert_eq!(other.held().await.unwrap().chains, 0);
    assert_eq!(store(&server).await.held().await.unwrap().chains, 1);
}
