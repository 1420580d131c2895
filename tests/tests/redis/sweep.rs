//! What has expired is swept in calls that start, a bounded number each.

use std::time::Duration;

use askback::ledger::{Body, Full, Limits, Started, Store, Transition, Written};

use crate::chain::{Chain, accept, timed};
use crate::server::server;

const TTL: Duration = Duration::from_secs(600);

fn limits(chains: u64, bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.chains = chains;
    limits.bytes = bytes;
    limits.chains_per_owner = 10_000;
    limits
}

#[tokio::test]
async fn a_start_sweeps_so_many_and_not_more() {
    let server = server!();
    let (store, clock) = timed(&server, limits(10_000, 1 << 30)).await;
    for number in 0..40 {
        Chain::new(number % 3, number).open(&store).await;
    }
    clock.advance(TTL);
    for (number, left) in [(100, 40 - 16 + 1), (101, 40 - 32 + 2), (102, 3)] {
        Chain::new(1, number).start(&store).await;
        assert_eq!(store.held().await.unwrap().chains, left);
    }
}

impl Chain {
    async fn start(&self, store: &impl Store) {
        let started = store.start(self.starting(1)).await.unwrap();
        assert!(matches!(started, Started::Granted(_)), "{started:?}");
    }
}

/// One script sweeps 512; the rest comes in further ones, and whoever wants room does not see it.
#[tokio::test]
async fn all_that_expired_makes_room_however_much_it_is() {
    let server = server!();
    let chains: u16 = 1_500;
    // What an open chain is charged; what one that runs is; what one that has not asked is, besides its reservation.
    let (open, runs, starts) = (790, 790 + 1_228, 640);
    let bytes = u64::from(chains + 1) * open + 1_000;
    let (store, clock) = timed(&server, limits(10_000, bytes)).await;
    for number in 0..chains {
        Chain::new(1, number).open(&store).await;
    }
    clock.advance(Duration::from_secs(1));
    let lives = Chain::new(2, 5_000);
    lives.open(&store).await;
    // A start that needs as much room as all the others have.
    let large = Chain::new(3, 6_000);
    let all = bytes - runs - starts;
    let started = store.start(large.starting(all)).await.unwrap();
    assert_eq!(started, Started::Full(Full::Bytes));
    clock.advance(TTL - Duration::from_secs(1));
    let fence = lives.hold(&store, 1).await;
    let accepted = lives.write(&store, fence, accept()).await.unwrap();
    assert_eq!(accepted, Written::Accepted);
    let left = store.held().await.unwrap().chains;
    assert_eq!(
        left,
        u64::from(chains) - 512 + 1,
        "no more than a script may"
    );
    let started = store.start(large.starting(all + 1)).await.unwrap();
    assert_eq!(started, Started::Full(Full::Bytes));
    let started = store.start(large.starting(all)).await.unwrap();
    assert!(matches!(started, Started::Granted(_)), "{started:?}");
    assert_eq!(store.held().await.unwrap().bytes, bytes);
}

/// An answer that needs more room than one script sweeps.
#[tokio::test]
async fn all_that_expired_makes_room_to_accept() {
    let server = server!();
    let chains: u16 = 1_100;
    let bytes = u64::from(chains + 1) * 790 + 1_000;
    let (store, clock) = timed(&server, limits(10_000, bytes)).await;
    for number in 0..chains {
        Chain::new(1, number).open(&store).await;
    }
    clock.advance(Duration::from_secs(1));
    let lives = Chain::new(2, 5_000);
    lives.open(&store).await;
    clock.advance(TTL - Duration::from_secs(1));
    let fence = lives.hold(&store, 1).await;
    let reserve = u64::from(chains) * 790;
    let transition = Transition::Accept {
        state: Body::from(vec![0; 100]),
        reserve,
    };
    let accepted = lives.write(&store, fence, transition).await.unwrap();
    assert_eq!(accepted, Written::Accepted);
    assert_eq!(store.held().await.unwrap().chains, 1);
}

/// Its records are read a page at a time.
#[tokio::test]
async fn the_end_of_a_lifetime_reaches_every_chain() {
    let server = server!();
    let (store, _) = timed(&server, limits(10_000, 1 << 30)).await;
    for number in 0..1_000 {
        Chain::new(number % 7, number).open(&store).await;
    }
    store.end(crate::chain::lifetime(2)).await.unwrap();
    assert_eq!(store.held().await.unwrap().chains, 1_000);
    store.end(crate::chain::lifetime(1)).await.unwrap();
    assert_eq!(store.held().await.unwrap().chains, 0);
    let left: u64 = server.ask(&["HLEN", "{askback:0}:bodies"]);
    assert_eq!(left, 0);
}
