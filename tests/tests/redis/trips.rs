//! What goes over the wire.

use askback::ledger::{Store, Transition};

use crate::chain::{Chain, accept, prompt, store};
use crate::server::{Server, server};

/// How often clients have called a command.
fn calls(server: &Server, command: &str) -> u64 {
    let info: String = server.ask(&["INFO", "commandstats"]);
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix(&format!("cmdstat_{command}:calls=")));
    line.and_then(|line| line.split(',').next()?.parse().ok())
        .unwrap_or(0)
}

async fn a_whole_chain(store: &impl Store, chain: Chain) {
    store.start(chain.starting(1_000)).await.unwrap();
    let write = async |fence, transition| {
        let key = chain.0;
        let write = askback::ledger::Write {
            key,
            fence,
            transition,
        };
        store.write(write).await.unwrap();
    };
    write(1, prompt(1)).await;
    store.claim(chain.claiming(1, 1, 1)).await.unwrap();
    write(2, accept()).await;
    write(2, Transition::Renew).await;
    write(2, Transition::Finish).await;
}

#[tokio::test]
async fn a_transition_is_one_round_trip() {
    let server = server!();
    let store = store(&server).await;
    // The server learns the scripts.
    a_whole_chain(&store, Chain::new(1, 1)).await;
    let _: String = server.ask(&["CONFIG", "RESETSTAT"]);
    a_whole_chain(&store, Chain::new(1, 2)).await;
    assert_eq!(calls(&server, "evalsha"), 6);
    for other in ["eval", "script|load", "get", "wait", "multi"] {
        assert_eq!(calls(&server, other), 0, "{other}");
    }
    // One reads the time in each: it is the server's own.
    assert_eq!(calls(&server, "time"), 6);
}

#[tokio::test]
async fn all_keys_are_in_the_namespace_and_in_their_shard() {
    let server = server!();
    let store = store(&server).await;
    Chain::new(1, 1).open(&store).await;
    store.end(crate::chain::lifetime(9)).await.unwrap();
    let mut keys: Vec<String> = server.ask(&["KEYS", "*"]);
    keys.sort();
    let shard = ["bodies", "counts", "due", "ended", "owners", "records"];
    let mut expected = shard.map(|key| format!("{{askback:0}}:{key}")).to_vec();
    expected.push("{askback}:layout".to_owned());
    assert_eq!(keys, expected);
    let time: i64 = server.ask(&["TTL", "{askback:0}:records"]);
    assert_eq!(time, -1, "nothing expires by itself");
}

/// Of another version, or of nobody.
#[tokio::test]
async fn bytes_that_are_no_record_are_an_error_and_stay() {
    let server = server!();
    let store = store(&server).await;
    let (chain, other) = (Chain::new(1, 1), Chain::new(1, 2));
    other.open(&store).await;
    let name = String::from_utf8(chain.0.chain.as_bytes().to_vec()).unwrap();
    for bytes in ["", "\u{1}", "\u{2}and more", &"\u{1}".repeat(170)] {
        let _: u64 = server.ask(&["HSET", "{askback:0}:records", &name, bytes]);
        assert!(chain.claim(&store, 1, 1, 1).await.is_err(), "{bytes:?}");
        assert!(store.start(chain.starting(1)).await.is_err(), "{bytes:?}");
        let kept: String = server.ask(&["HGET", "{askback:0}:records", &name]);
        assert_eq!(kept, bytes);
    }
    other.hold(&store, 1).await;
}
