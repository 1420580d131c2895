//! What a million pending prompts take in the memory ledger: bytes a prompt, over what the prompt itself has.

#[path = "ledger/chain.rs"]
mod chain;
#[path = "kit/watch.rs"]
mod watch;

use std::alloc::System;
use std::error::Error;
use std::sync::Arc;

use askback::clock::SystemClock;
use askback::ledger::{Limits, MemoryStore, Store};
use chain::{Chain, Event, SHOWN, STATE, body, send_all};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use watch::{Stopwatch, scaled};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

type Failed = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failed> {
    watch::say_if_quick();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for of_one_owner in [1, 64] {
        runtime.block_on(hold(scaled(1_000_000, 1_000), of_one_owner))?;
    }
    Ok(())
}

/// Bytes that are allocated, as they were asked for.
fn allocated() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

/// Bytes of this process that are in memory, and the most there ever were; where the system tells.
fn resident() -> Option<(usize, usize)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let bytes = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().next()?.parse::<usize>().ok()? * 1_024)
    };
    Some((bytes("VmRSS:")?, bytes("VmHWM:")?))
}

async fn hold(count: u64, of_one_owner: u64) -> Result<(), Failed> {
    println!("\n## {count} pending prompts, {of_one_owner} of each principal");
    let (allocated_before, resident_before) = (allocated(), resident());
    let mut limits = Limits::default();
    limits.chains = count;
    limits.bytes = u64::MAX;
    let store = MemoryStore::new(Arc::new(SystemClock), limits);
    let chain = |number| Chain {
        owner: number / of_one_owner,
        ..Chain::new(number)
    };
    let tenth = count / 10;
    for part in 0..10 {
        let watch = Stopwatch::start();
        for number in part * tenth..(part + 1) * tenth {
            send_all(&store, chain(number).begin()).await?;
        }
        if part == 0 || part == 9 {
            let micros = watch.stop().as_secs_f64() * 1e6 / tenth as f64;
            println!("begin + commit in tenth {}: {micros:.2} us", part + 1);
        }
    }
    let held = store.held().await?;
    if (held.chains, held.open_chains) != (count, count) {
        return Err(format!("held are {held:?}, and not {count}").into());
    }
    let a_prompt = |bytes: usize| bytes as f64 / count as f64;
    let payload = (STATE + SHOWN) as f64;
    let taken = a_prompt(allocated() - allocated_before);
    println!("payload of a prompt: {payload} bytes");
    println!(
        "allocated for it: {taken:.0} bytes, {:.0} over its payload",
        taken - payload
    );
    // Later stores take the memory that this one has given back.
    if of_one_owner == 1
        && let (Some((before, _)), Some((after, most))) = (resident_before, resident())
    {
        let grown = a_prompt(after.saturating_sub(before));
        println!(
            "resident for it: {grown:.0} bytes, {:.0} over its payload",
            grown - payload
        );
        println!(
            "resident in all: {} MiB, {} MiB at most",
            after >> 20,
            most >> 20
        );
    }
    println!(
        "charged for it: {:.0} bytes",
        held.bytes as f64 / count as f64
    );
    // It is there, and can be answered.
    for number in (0..count).step_by(997) {
        let Event::Claim(claim) = chain(number).claim() else {
            return Err("a claim is a claim".into());
        };
        let claimed = store.claim(claim).await?;
        if claimed.state != Some(body(STATE, number)) || claimed.shown != Some(body(SHOWN, number))
        {
            return Err(format!("prompt {number} came back as {claimed:?}").into());
        }
    }
    Ok(())
}
