//! Keys that are rotated replica by replica: added last, moved first, dropped.

use askback::Askback;
use askback_tests::web::Web;
use askback_tests::wire::{refused, retry, text};

use crate::shop::{Shop, yes};
use crate::talk::{at_the_gate, order, send};

const OLD: [u8; 32] = [1; 32];
const NEW: [u8; 32] = [2; 32];

/// A replica with these keys.
async fn with(shop: &Shop, keys: &[[u8; 32]]) -> Web {
    let builder = Askback::builder().audience("rotated");
    let builder = keys.iter().fold(builder, |builder, key| builder.key(*key));
    Web::serve(shop.served(&builder.build().unwrap())).await
}

/// What one replica sealed finishes at the other.
#[track_caller]
fn assert_done(response: &serde_json::Value) {
    assert_eq!(text(response), "3 of apples ordered");
}

/// In each phase, replicas of it and of the one before take each other's states.
#[tokio::test]
async fn neighbouring_phases_understand_each_other() {
    let phases: [&[[u8; 32]]; 4] = [&[OLD], &[OLD, NEW], &[NEW, OLD], &[NEW]];
    for phase in phases.windows(2) {
        let shop = Shop::default();
        let (before, after) = (with(&shop, phase[0]).await, with(&shop, phase[1]).await);
        for (effects, (from, to)) in (1..).zip([(&after, &before), (&before, &after)]) {
            let accept = order(retry(&at_the_gate(from).await, yes()));
            assert_done(&send(to, &accept).await);
            assert_eq!(shop.effects(), effects, "{phase:?}");
        }
    }
}

/// A key is added everywhere before it seals anywhere, and kept until its last state is over.
#[tokio::test]
async fn a_phase_that_is_skipped_refuses() {
    let shop = Shop::default();
    for (from, to) in [
        // Sealed with a key that the other does not know yet.
        (&[NEW, OLD][..], &[OLD][..]),
        // Sealed with a key that the other has dropped already.
        (&[OLD, NEW][..], &[NEW][..]),
        (&[OLD][..], &[NEW][..]),
    ] {
        let (from, to) = (with(&shop, from).await, with(&shop, to).await);
        let accept = order(retry(&at_the_gate(&from).await, yes()));
        refused(&send(&to, &accept).await, -32602);
        assert_eq!(shop.effects(), 0);
    }
}
