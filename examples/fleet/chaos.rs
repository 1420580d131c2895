//! What befalls the fleet while it is at work.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use fastrand::Rng;
use tokio::time::{Instant, sleep};

use crate::journal::{Event, Journal};
use crate::places::Gap;
use crate::processes::{COUNT, Processes};
use crate::store::Store;

/// What was done to it.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Processes that were killed from outside.
    pub(crate) kills: u32,
    /// Those that killed themselves, by where.
    pub(crate) between: BTreeMap<String, u32>,
    pub(crate) pauses: u32,
    pub(crate) restarts: u32,
}

/// Kills and starts again, until this moment; then all processes are there, and stay.
pub(crate) async fn chaos(
    processes: &mut Processes,
    store: &mut Store,
    journal: &Journal,
    until: Instant,
    seed: u64,
) -> anyhow::Result<Done> {
    let mut rng = Rng::with_seed(seed);
    let mut done = Done::default();
    if Instant::now() >= until {
        return Ok(done);
    }
    for place in 0..COUNT {
        done.kills += u32::from(processes.kill(place).await?);
    }
    let half = Instant::now() + (until - Instant::now()) / 2;
    let mut long = true;
    while Instant::now() < until {
        for place in processes.ended() {
            let death = next_death(journal, &mut rng)?;
            processes.start_one(place, Some(death)).await?;
        }
        sleep(Duration::from_millis(rng.u64(20..400))).await;
        match rng.u8(..12) {
            0 | 1 => done.kills += u32::from(processes.kill(rng.usize(..COUNT)).await?),
            2 => {
                // Once for longer than a process waits for its ledger.
                let time = if std::mem::take(&mut long) {
                    6_000
                } else {
                    rng.u64(50..1_500)
                };
                let paused = store.pause(Duration::from_millis(time)).await?;
                done.pauses += u32::from(paused);
            }
            _ => {}
        }
        if done.restarts == 0 && Instant::now() >= half && store.restart().await? {
            done.restarts = 1;
        }
    }
    for place in processes.doomed() {
        done.kills += u32::from(processes.kill(place).await?);
    }
    for place in processes.ended() {
        processes.start_one(place, None).await?;
    }
    done.between = between(journal)?;
    Ok(done)
}

/// In which gap the next process dies: one where fewest have.
fn next_death(journal: &Journal, rng: &mut Rng) -> anyhow::Result<(Gap, u32)> {
    let between = between(journal)?;
    let mut gaps = Gap::ALL;
    rng.shuffle(&mut gaps);
    let deaths = |gap: &Gap| between.get(&gap.name()).copied().unwrap_or_default();
    let gap = gaps.into_iter().min_by_key(deaths);
    let gap = gap.context("there are no gaps")?;
    // Both sides of a gap, sooner or later.
    let most = if gap.is_rare() { 3 } else { 20 };
    Ok((gap, rng.u32(1..=most)))
}

fn between(journal: &Journal) -> anyhow::Result<BTreeMap<String, u32>> {
    let mut between: BTreeMap<String, u32> = Gap::ALL.iter().map(|gap| (gap.name(), 0)).collect();
    for event in journal.read()? {
        if let Event::Died { gap, .. } = event {
            *between.entry(gap.name()).or_default() += 1;
        }
    }
    Ok(between)
}
