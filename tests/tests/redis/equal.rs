//! The scripts do what the pure machine does: random events get the same replies, and leave the same bytes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use askback::clock::Clock as _;
use askback::ledger::{
    ChainKey, Limits, Record, RedisStore, Started, Store, Verdict, Write, Written,
};
use askback::testing::ManualClock;

use crate::chain::{lifetime, options};
use crate::dice::{Dice, Known, Phase};
use crate::model::Model;
use crate::server::{Server, server};

const SEQUENCES: u64 = 120;
const EVENTS: u64 = 100;

/// Little room, so that it is often full.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.chains = 4;
    limits.bytes = 5_200;
    limits.chains_per_owner = 2;
    limits.all_chains_per_owner = 3;
    limits.bytes_per_owner = 4_000;
    limits.grace = 20_000;
    limits.recoveries = 2;
    limits
}

/// A store and the model of it.
struct Pair {
    connection: redis::Connection,
    namespace: String,
    store: RedisStore,
    clock: Arc<ManualClock>,
    model: Model,
    seen: BTreeMap<&'static str, u32>,
}

impl Pair {
    async fn new(server: &Server, number: u64) -> Self {
        let clock = Arc::new(ManualClock::default());
        let namespace = format!("equal:{number}");
        let options = options(server)
            .limits(limits())
            .namespace(&namespace)
            .clock(clock.clone());
        let client = redis::Client::open(server.url()).unwrap();
        Self {
            connection: client.get_connection().unwrap(),
            store: options.open().await.unwrap(),
            model: Model::new(limits(), clock.now()),
            namespace,
            clock,
            seen: BTreeMap::new(),
        }
    }

    fn key(&self, name: &str) -> String {
        format!("{{{}:0}}:{name}", self.namespace)
    }

    /// Everything that is kept is what the model keeps, and nothing else.
    async fn compare(&mut self, events: &str) {
        assert_eq!(
            self.store.held().await.unwrap(),
            self.model.held(),
            "{events}"
        );
        type Kept = BTreeMap<Vec<u8>, Vec<u8>>;
        type Counts = BTreeMap<Vec<u8>, u64>;
        type All = (Kept, Kept, Counts, Counts);
        let (records, bodies, due, owners): All = redis::pipe()
            .hgetall(self.key("records"))
            .hgetall(self.key("bodies"))
            .cmd("ZRANGE")
            .arg(self.key("due"))
            .arg(&["0", "-1", "WITHSCORES"])
            .hgetall(self.key("owners"))
            .query(&mut self.connection)
            .unwrap();
        let (mut expected, mut expected_bodies) = (Kept::new(), Kept::new());
        let (mut expected_due, mut expected_owners) = (BTreeMap::new(), BTreeMap::new());
        for (name, kept) in &self.model.chains {
            let name = name.as_bytes().to_vec();
            let field = |suffix: &[u8]| [&name, suffix].concat();
            if let Some(state) = &kept.state {
                expected_bodies.insert(field(b"s"), state.as_bytes().to_vec());
            }
            for (round, shown) in (1_u16..).zip(&kept.shown) {
                let shown = shown.as_bytes().to_vec();
                expected_bodies.insert(field(&round.to_be_bytes()), shown);
            }
            let owner = kept.record.owner();
            for (suffix, more) in [
                (&b""[..], u64::from(kept.record.counts())),
                (b"c", 1),
                (b"b", kept.record.charge()),
            ] {
                let field = [owner.as_bytes(), suffix].concat();
                if more > 0 {
                    *expected_owners.entry(field).or_insert(0) += more;
                }
            }
            expected_due.insert(name.clone(), kept.record.due(&self.model.limits));
            expected.insert(name, kept.record.to_bytes());
        }
        for (name, bytes) in &records {
            let (there, here) = (Record::from_bytes(bytes).unwrap(), expected.get(name));
            let here = here.map(|bytes| Record::from_bytes(bytes).unwrap());
            assert_eq!(Some(there), here, "{events}");
        }
        assert_eq!(records, expected, "{events}");
        assert_eq!(bodies, expected_bodies, "{events}");
        assert_eq!(due, expected_due, "{events}");
        assert_eq!(owners, expected_owners, "{events}");
    }

    fn saw(&mut self, reply: &dyn std::fmt::Debug) {
        const WORDS: [&str; 34] = [
            "Granted",
            "Owner",
            "Chains",
            "Bytes",
            "Ended",
            "Taken",
            "Claimed",
            "Recovering",
            "Replayed",
            "Closed(Declined)",
            "Closed(Attempts)",
            "AlreadyRan",
            "Busy",
            "Conflict",
            "Invalid",
            "Renewed",
            "Prompted",
            "Refused(Prompts)",
            "Refused(Deadline)",
            "Refused(Lifetime)",
            "Refused(Size)",
            "Accepted",
            "Full(Owner)",
            "Full(Chains)",
            "Full(Bytes)",
            "Released",
            "Rejected",
            "Exhausted",
            "Finished",
            "Failed",
            "Declined",
            "Lost",
            "attempts: 1",
            "round: 3",
        ];
        let text = format!("{reply:?}");
        for word in WORDS {
            if text.contains(word) {
                *self.seen.entry(word).or_insert(0) += 1;
            }
        }
    }
}

async fn play(server: &Server, seed: u64) -> BTreeMap<&'static str, u32> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
    let mut pair = Pair::new(server, seed).await;
    let mut events = format!("seed {seed}");
    let mut all = HashMap::<ChainKey, Known>::new();
    for _ in 0..EVENTS {
        pair.clock.advance(dice.pass());
        pair.model.now = pair.clock.now();
        let now = pair.model.now;
        let chain = dice.chain();
        let known = all.entry(chain.0).or_default();
        let mostly = match known.phase {
            Phase::Starts => 0,
            Phase::Waits => 1,
            _ => 2,
        };
        let what = match dice.roll(120) {
            0 if dice.one_in(2) => 3,
            0..=12 => dice.roll(3),
            _ => mostly,
        };
        match what {
            0 => {
                let start = dice.start(chain);
                let reply = pair.store.start(start.clone()).await.unwrap();
                events += &format!("\n{now} {start:?}: {reply:?}");
                assert_eq!(reply, pair.model.start(&start), "{events}");
                match reply {
                    Started::Granted(_) => {
                        *known = Known {
                            lifetime: start.lifetime,
                            phase: Phase::Asks,
                            ..Known::default()
                        };
                    }
                    Started::Taken => known.phase = Phase::Waits,
                    // Or little else would happen.
                    Started::Full(_) => pair.clock.advance(Duration::from_secs(20)),
                    Started::Ended => {}
                }
                pair.saw(&reply);
            }
            1 => {
                let claim = dice.claim(chain, known);
                let reply = pair.store.claim(claim.clone()).await.unwrap();
                events += &format!("\n{now} {claim:?}: {reply:?}");
                assert_eq!(reply, pair.model.claim(&claim), "{events}");
                match reply.verdict {
                    Verdict::Claimed { grant, .. } => {
                        (known.fence, known.phase) = (grant.fence, Phase::Claims);
                    }
                    Verdict::Recovering { grant, .. } => {
                        (known.fence, known.phase) = (grant.fence, Phase::Runs);
                    }
                    Verdict::Invalid => known.phase = Phase::Starts,
                    _ => {}
                }
                pair.saw(&reply.verdict);
            }
            3 => {
                let ended = lifetime(dice.byte(3));
                events += &format!("\n{now} end {}", ended.as_bytes()[0]);
                pair.store.end(ended).await.unwrap();
                pair.model.end(ended);
            }
            _ => {
                let mut fence = known.fence;
                if dice.one_in(15) {
                    fence = [0, fence + 1, u64::MAX][usize::from(dice.byte(3))];
                }
                let write = Write {
                    key: chain.0,
                    fence,
                    transition: dice.transition(known),
                };
                let reply = pair.store.write(write.clone()).await.unwrap();
                events += &format!("\n{now} {write:?}: {reply:?}");
                assert_eq!(reply, pair.model.write(&write), "{events}");
                match reply {
                    Written::Prompted { round, .. } => {
                        (known.round, known.phase) = (u8::try_from(round).unwrap(), Phase::Waits);
                    }
                    Written::Accepted => known.phase = Phase::Runs,
                    Written::Renewed { .. } => {}
                    _ => known.phase = Phase::Waits,
                }
                pair.saw(&reply);
            }
        }
        pair.compare(&events).await;
    }
    pair.seen
}

#[tokio::test]
async fn random_events_get_the_same_replies_and_leave_the_same_records() {
    let server = server!();
    let mut seen = BTreeMap::new();
    for seed in 1..=SEQUENCES {
        for (word, count) in play(&server, seed).await {
            *seen.entry(word).or_insert(0) += count;
        }
    }
    // It says nothing about what did not come up.
    let rare = seen.iter().filter(|(_, count)| **count < 3);
    assert_eq!(rare.collect::<Vec<_>>(), [], "{seen:?}");
    assert_eq!(seen.len(), 34, "{seen:?}");
}
