//! An answer counts once, however many bring it.

use askback::ledger::{Store, Verdict, Written};
use tokio::task::JoinSet;

use crate::chain::{Chain, accept, prompt, store};
use crate::server::server;

const TASKS: u8 = 64;

/// Each task has a connection of its own, as processes have.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_processes_one_redeems_a_token() {
    let server = server!();
    let first = store(&server).await;
    let chain = Chain::new(1, 1);
    chain.open(&first).await;
    for round in 1..=3 {
        let mut tasks = JoinSet::new();
        for by in 0..TASKS {
            let store = match by % 8 {
                0 => store(&server).await,
                _ => first.clone(),
            };
            tasks.spawn(async move {
                let claimed = chain.claim(&store, round, by, by).await.unwrap();
                match claimed.verdict {
                    Verdict::Claimed { grant, .. } => {
                        let written = chain.write(&store, grant.fence, accept()).await.unwrap();
                        assert_eq!(written, Written::Accepted);
                        Some((grant.fence, by))
                    }
                    // After it was accepted, any other answer is one too many.
                    Verdict::Busy | Verdict::Conflict => None,
                    other => panic!("{other:?}"),
                }
            });
        }
        let granted: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
        let [(fence, by)] = granted[..] else {
            panic!("{granted:?}");
        };
        // The next prompt, and the answer that counted leads to it.
        chain.write(&first, fence, prompt(round + 1)).await.unwrap();
        let again = chain.claim(&first, round, by, 99).await.unwrap();
        assert!(matches!(again.verdict, Verdict::Replayed { .. }));
    }
    assert_eq!(first.held().await.unwrap().chains, 1);
}

/// The same attempt from many at once is one grant, told to each.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_attempt_sent_many_times_is_one_grant() {
    let server = server!();
    let store = store(&server).await;
    let chain = Chain::new(1, 1);
    chain.open(&store).await;
    let mut tasks = JoinSet::new();
    for _ in 0..TASKS {
        let store = store.clone();
        tasks.spawn(async move { chain.claim(&store, 1, 1, 1).await.unwrap() });
    }
    let claimed = tasks.join_all().await;
    assert!(matches!(claimed[0].verdict, Verdict::Claimed { .. }));
    assert!(claimed.iter().all(|other| *other == claimed[0]));
}
