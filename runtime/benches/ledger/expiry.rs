//! What a start costs when chains have expired: that has to go by how many did, not by how many there are.

use std::sync::Arc;
use std::time::Duration;

use askback::clock::{Clock, ManualClock};
use askback::ledger::{Full, Limits, Start, Started, Store};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use super::chain::{Chain, Event, SHOWN, STATE, send_all};
use super::places::{Failed, Place, no_limits};
use super::rounds::Rounds;
use super::watch::{Stopwatch, scaled};

/// One in a hundred prompts can be answered so long, in milliseconds.
const SHORT: u64 = 60_000;
/// All others.
const LONG: u64 = 600_000;
/// How many starts are timed one by one: one for each shard in memory.
const STARTS: u32 = 64;
/// How many chains are put in at once.
const AT_ONCE: u64 = 32;

/// What a chain is charged with its one prompt.
const CHARGE: u64 = Limits::CHAIN_CHARGE + Limits::PROMPT_CHARGE + (STATE + SHOWN) as u64;

/// How many are expired at a time.
const STAGES: [(&str, u64); 3] = [("0 %", 0), ("1 %", SHORT), ("100 %", LONG)];

/// A store that is put to the test, and the time that it goes by.
struct Filled {
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    held: u64,
    /// The number of the next chain.
    next: u64,
}

impl Filled {
    /// A store with `held` prompts that wait; without room for more if it is to be full.
    async fn new(place: &Place, held: u64, full: bool) -> Result<Self, Failed> {
        let clock = Arc::new(ManualClock::default());
        let mut limits = no_limits();
        if full {
            limits.bytes = held * CHARGE;
        }
        let dyn_clock: Arc<dyn Clock> = clock.clone();
        let store = place.open(limits, Some(dyn_clock)).await?;
        let mut filling = JoinSet::new();
        for task in 0..AT_ONCE {
            let store = Arc::clone(&store);
            filling.spawn(async move {
                for number in (task..held).step_by(AT_ONCE as usize) {
                    let ttl = if number % 100 == 0 { SHORT } else { LONG };
                    let chain = Chain {
                        ttl,
                        ..Chain::new(number)
                    };
                    send_all(&*store, chain.begin()).await?;
                }
                Ok::<_, Failed>(())
            });
        }
        while let Some(done) = filling.join_next().await {
            done??;
        }
        Ok(Self {
            store,
            clock,
            held,
            next: held,
        })
    }

    /// Starts one chain more, and gives it up; says whether there was room for so many, and how many milliseconds it took.
    async fn start(&mut self, chains: u64) -> Result<(bool, f64), Failed> {
        let chain = Chain::new(self.next);
        self.next += 1;
        let Event::Start(start) = chain.start() else {
            return Err("a start is a start".into());
        };
        let reserve = start.reserve + (chains - 1) * CHARGE;
        let start = Start { reserve, ..start };
        let watch = Stopwatch::start();
        let started = self.store.start(start).await?;
        let time = watch.stop().as_secs_f64() * 1e3;
        match started {
            Started::Granted(_) => {
                chain.fail().send(&*self.store).await?;
                Ok((true, time))
            }
            Started::Full(Full::Bytes) => Ok((false, time)),
            other => Err(format!("a start got {other:?}").into()),
        }
    }

    async fn held(&self) -> Result<u64, Failed> {
        Ok(self.store.held().await?.chains)
    }
}

pub(crate) fn measure(name: &str, place: &Place) -> Result<(), Failed> {
    println!("\n## {name}: expiry");
    let sizes = match place {
        Place::Memory => scaled([100_000, 1_000_000], [1_000, 2_000]),
        Place::Sqlite(_) => scaled([500, 5_000], [100, 200]),
        Place::Redis(_) => scaled([5_000, 50_000], [1_000, 2_000]),
    };
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    for held in sizes {
        for (share, later) in STAGES {
            let line = runtime.block_on(async {
                let swept = in_passing(place, held, later).await?;
                let at_once = at_once(place, held, later).await?;
                Ok::<_, Failed>(format!("{swept}; {at_once}"))
            })?;
            println!("{held} held, {share} expired: {line}");
        }
    }
    Ok(())
}

fn expected(held: u64, later: u64) -> u64 {
    match later {
        0 => held,
        SHORT => held - held.div_ceil(100),
        _ => 0,
    }
}

/// Where there is room, each start sweeps some of what expired.
async fn in_passing(place: &Place, held: u64, later: u64) -> Result<String, Failed> {
    let mut filled = Filled::new(place, held, false).await?;
    filled.clock.advance(Duration::from_millis(later));
    let mut first = Rounds::new();
    let (mut starts, mut total) = (0_u32, 0.0);
    let left = expected(held, later);
    loop {
        for _ in 0..STARTS {
            let (_, time) = filled.start(1).await?;
            if starts < STARTS {
                first.add(time * 1e3);
            }
            starts += 1;
            total += time;
        }
        match filled.held().await? {
            now if now == left => break,
            now if now < left => return Err("more was swept than had expired".into()),
            _ if u64::from(starts) > held + 1_000 => return Err("what expired is not swept".into()),
            _ => {}
        }
    }
    let all = match held - left {
        0 => String::new(),
        _ => format!(
            ", all gone after {starts} starts of {total:.1} ms together, {:.1} us each",
            total * 1e3 / f64::from(starts)
        ),
    };
    Ok(format!("a start takes {first:.1} us{all}"))
}

/// Where there is no room, one start sweeps all.
async fn at_once(place: &Place, held: u64, later: u64) -> Result<String, Failed> {
    let mut filled = Filled::new(place, held, true).await?;
    filled.clock.advance(Duration::from_millis(later));
    let left = expected(held, later);
    if left == held {
        let mut times = Rounds::new();
        for _ in 0..STARTS {
            match filled.start(1).await? {
                (false, time) => times.add(time * 1e3),
                (true, _) => return Err("there was room where there is none".into()),
            }
        }
        return Ok(format!("full, a start is refused in {times:.1} us"));
    }
    // It needs all that there can be.
    let (room, time) = filled.start(held - left).await?;
    if !room || filled.held().await? != left {
        return Err("not all that expired was swept".into());
    }
    Ok(format!(
        "full, the next start takes {time:.2} ms, {:.2} us for each expired",
        time * 1e3 / (filled.held - left) as f64
    ))
}
