//! An answer counts once replicas have it.

use std::time::Duration;

use askback::ledger::{RedisOpenError, Verdict, Written};

use crate::chain::{Chain, accept, options, store};
use crate::server::{Server, server};

async fn until_linked(primary: &Server) {
    for _ in 0..500 {
        let info: String = primary.ask(&["INFO", "replication"]);
        if info.contains("state=online") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the replica did not come");
}

#[tokio::test]
async fn an_answer_that_too_few_replicas_have_does_not_count_yet() {
    let primary = server!("--repl-diskless-sync-delay", "0");
    let replica = server!("--replicaof", "127.0.0.1", &primary.port().to_string());
    until_linked(&primary).await;
    let within = Duration::from_millis(300);
    let waiting = options(&primary).replicas(1, within).open().await.unwrap();
    let chain = Chain::new(1, 1);
    chain.open(&waiting).await;
    let fence = chain.hold(&waiting, 1).await;

    replica.pause();
    let error = chain.write(&waiting, fence, accept()).await.unwrap_err();
    assert!(error.to_string().contains("fewer replicas"), "{error}");
    // Nobody else gets it meanwhile.
    let other = chain.claim(&waiting, 1, 1, 9).await.unwrap();
    assert_eq!(other.verdict, Verdict::Busy);

    replica.go_on();
    for _ in 0..50 {
        match chain.write(&waiting, fence, accept()).await {
            Ok(written) => {
                assert_eq!(written, Written::Accepted);
                let records: u64 = replica.ask(&["HLEN", "{askback:0}:records"]);
                assert_eq!(records, 1);
                return;
            }
            Err(error) => assert!(error.to_string().contains("fewer replicas"), "{error}"),
        }
    }
    panic!("the replica did not catch up");
}

#[tokio::test]
async fn a_replica_is_refused_and_one_that_became_a_replica_is_an_error() {
    let primary = server!();
    let other = server!();
    let patience = Duration::from_millis(300);
    let store_there = options(&other).patience(patience).open().await.unwrap();
    let chain = Chain::new(1, 1);
    chain.open(&store_there).await;
    let _: String = other.ask(&["REPLICAOF", "127.0.0.1", &primary.port().to_string()]);
    let opened = options(&other).open().await;
    assert!(matches!(opened, Err(RedisOpenError::Replica)), "{opened:?}");
    assert!(chain.claim(&store_there, 1, 1, 1).await.is_err());
    let _: String = other.ask(&["REPLICAOF", "NO", "ONE"]);
    // It is a primary again, with what the other one had: nothing.
    let opened = store(&other).await;
    let claimed = chain.claim(&opened, 1, 1, 1).await.unwrap();
    assert!(matches!(
        claimed.verdict,
        Verdict::Invalid | Verdict::Claimed { .. }
    ));
    assert_eq!(
        chain.claim(&store_there, 1, 1, 1).await.unwrap().verdict,
        claimed.verdict
    );
}
