//! The example `fleet`, with many conversations: on Redis and on SQLite, while its processes are killed.
//!
//! What it counts, and from what, is in `examples/fleet/counts.rs`. `ASKBACK_CHAOS_SEED` in the environment throws other dice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod fleet;

use serde_json::{Map, Value};

const CONVERSATIONS: u32 = 2_000;
/// For how long processes are killed. What they held is free again half a minute later.
const SECONDS: u32 = 60;

/// Not one answer was lost, no branch forked, no effect happened twice, and every conversation has an end.
fn kept(counts: &Value) {
    let count = |name: &str| counts[name].as_u64().unwrap_or_else(|| panic!("{name}"));
    for name in ["lost_answers", "forks", "double_effects"] {
        assert_eq!(count(name), 0, "{name}: {counts}");
    }
    assert_eq!(count("conversations"), u64::from(CONVERSATIONS));
    let ended = count("finished") + count("refused");
    assert_eq!(
        ended,
        u64::from(CONVERSATIONS),
        "some did not end: {counts}"
    );
    // The one reason there is: the process died after the answer counted, before the effect.
    let none = Map::new();
    let reasons = counts["reasons"].as_object().unwrap_or(&none);
    for reason in reasons.keys() {
        assert!(reason.contains("not carried out"), "{reason}: {counts}");
    }
    // It was put to the test: between each two neighbours somebody died.
    let between = counts["kills_between"].as_object().unwrap();
    assert_eq!(between.len(), 11, "{counts}");
    for (gap, kills) in between {
        assert!(kills.as_u64() > Some(0), "nobody died at {gap}: {counts}");
    }
    let done = count("finished") - count("declined");
    assert_eq!(count("effects"), done, "{counts}");
    assert!(count("recovered") > 0 && count("declined") > 0, "{counts}");
}

#[test]
fn on_redis_nothing_is_lost_forked_or_done_twice() {
    let Some(counts) = fleet::run("redis", CONVERSATIONS, SECONDS) else {
        return;
    };
    kept(&counts);
    assert!(counts["pauses"].as_u64() > Some(0), "{counts}");
    assert_eq!(counts["restarts"], 1, "{counts}");
}

#[test]
fn on_sqlite_nothing_is_lost_forked_or_done_twice() {
    kept(&fleet::run("sqlite", CONVERSATIONS, SECONDS).unwrap());
}
