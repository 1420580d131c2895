//! The ledger in each of its stores: throughput, and what expiry costs. Figures and what they mean are in docs/performance.md.
//!
//! `cargo bench --bench ledger -- redis expiry`: words choose what is measured; all without.

mod answered;
mod chain;
mod expiry;
mod peers;
mod places;
#[path = "../kit/rounds.rs"]
mod rounds;
mod throughput;
#[path = "../kit/watch.rs"]
mod watch;

use places::{Failed, Place};

fn main() -> Result<(), Failed> {
    watch::say_if_quick();
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let names = ["memory", "sqlite", "redis", "redis-always"];
    let wanted = |word: &str, of: &[&str]| {
        let among = |said: &String| of.contains(&said.as_str());
        !words.iter().any(among) || words.iter().any(|said| said == word)
    };
    for name in names {
        if !wanted(name, &names) {
            continue;
        }
        let place = match name {
            "memory" => Some(Place::Memory),
            "sqlite" => Some(Place::sqlite()?),
            "redis" => Place::redis(&[])?,
            _ => Place::redis(&["--appendfsync", "always"])?,
        };
        let Some(place) = place else { continue };
        let parts = ["throughput", "expiry"];
        if wanted("throughput", &parts) {
            throughput::measure(name, &place)?;
        }
        if wanted("expiry", &parts) && name != "redis-always" {
            expiry::measure(name, &place)?;
        }
    }
    Ok(())
}
