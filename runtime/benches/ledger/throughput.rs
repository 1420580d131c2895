//! Chains a second, and the price of a transition.

use std::ops::Range;
use std::sync::Arc;

use askback::ledger::Store;
use redis::aio::ConnectionManager;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use super::chain::{Chain, Event, send_all};
use super::peers::{Table, connect, set_and_get};
use super::places::{Failed, Place, no_limits};
use super::rounds::Rounds;
use super::watch::{Stopwatch, scaled};

/// So many threads, with so many chains at once, and seconds for each chain.
struct Setting {
    threads: usize,
    tasks: u64,
    runtime: Runtime,
    begin: Rounds,
    whole: Rounds,
    peer: Rounds,
}

impl Setting {
    fn new((threads, tasks): (usize, u64)) -> Result<Self, Failed> {
        Ok(Self {
            threads,
            tasks,
            runtime: Builder::new_multi_thread()
                .worker_threads(threads)
                .enable_all()
                .build()?,
            begin: Rounds::new(),
            whole: Rounds::new(),
            peer: Rounds::new(),
        })
    }

    /// Seconds for each of `chains`, all of whose events are there before the time starts.
    fn chains(
        &self,
        store: &Arc<dyn Store>,
        chains: Range<u64>,
        events: fn(Chain) -> Vec<Event>,
    ) -> Result<f64, Failed> {
        let count = chains.end - chains.start;
        let mut shares: Vec<Vec<Event>> = (0..self.tasks).map(|_| Vec::new()).collect();
        for number in chains {
            if let Some(share) = shares.get_mut((number % self.tasks) as usize) {
                share.extend(events(Chain::new(number)));
            }
        }
        let works = shares.into_iter().map(|events| {
            let store = Arc::clone(store);
            async move { send_all(&*store, events).await }
        });
        self.time(works.collect(), count)
    }

    fn sets_and_gets(&self, connection: &ConnectionManager, keys: u64) -> Result<f64, Failed> {
        let works = (0..self.tasks).map(|task| {
            let keys = (task..keys).step_by(self.tasks as usize);
            let keys = keys.map(|key| format!("plain:{key:064}")).collect();
            set_and_get(connection.clone(), keys)
        });
        self.time(works.collect(), keys)
    }

    fn time(
        &self,
        works: Vec<impl Future<Output = Result<(), Failed>> + Send + 'static>,
        count: u64,
    ) -> Result<f64, Failed> {
        self.runtime.block_on(async {
            let watch = Stopwatch::start();
            let mut running: JoinSet<_> = works.into_iter().collect();
            while let Some(done) = running.join_next().await {
                done??;
            }
            Ok(watch.stop().as_secs_f64() / count as f64)
        })
    }

    fn print(&self) {
        let a_second = |rounds: &Rounds| format!("{:.0}", rounds.map(|seconds| 1.0 / seconds));
        println!(
            "{} threads, {:>2} at once: {:>28} begin + commit a second, {:>28} whole chains a second",
            self.threads,
            self.tasks,
            a_second(&self.begin),
            a_second(&self.whole)
        );
    }
}

pub(crate) fn measure(name: &str, place: &Place) -> Result<(), Failed> {
    println!("\n## {name}: throughput");
    let (settings, rounds, chains): (&[_], _, _) = match place {
        Place::Memory => (&[(1, 1), (2, 2)], 21, 20_000),
        Place::Sqlite(_) => (&[(1, 1), (2, 2)], 7, 200),
        // Each waits for the disk.
        Place::Redis(_) if name == "redis-always" => (&[(1, 1), (2, 2), (2, 32)], 7, 256),
        Place::Redis(_) => (&[(1, 1), (2, 2), (2, 32)], 15, 2_048),
    };
    let (rounds, chains) = scaled((rounds, chains), (2, 32));
    let mut settings = settings
        .iter()
        .map(|setting| Setting::new(*setting))
        .collect::<Result<Vec<_>, _>>()?;
    // Transactions before any is timed: a write-ahead log that still grows costs more to write than one that is used again.
    let warm = scaled(1_000, 2);
    let mut inserts = [Rounds::new(), Rounds::new()];
    for round in 0..rounds {
        for setting in &mut settings {
            let store = setting.runtime.block_on(place.open(no_limits(), None))?;
            if let Place::Sqlite(_) = place {
                setting.chains(&store, 2 * chains..2 * chains + warm / 2, Chain::begin)?;
            }
            let peer = || match place {
                Place::Redis(server) => {
                    let connection = setting.runtime.block_on(connect(server))?;
                    setting.sets_and_gets(&connection, chains)
                }
                _ => Ok(f64::NAN),
            };
            let ours = || {
                let begin = setting.chains(&store, 0..chains, Chain::begin)?;
                let whole = setting.chains(&store, chains..2 * chains, Chain::whole)?;
                Ok::<_, Failed>((begin, whole))
            };
            // Whoever is first may have it worse.
            let (peer, (begin, whole)) = if round % 2 == 0 {
                (peer()?, ours()?)
            } else {
                let ours = ours()?;
                (peer()?, ours)
            };
            setting.peer.add(peer);
            setting.begin.add(begin);
            setting.whole.add(whole);
        }
        for (synchronous, times) in ["FULL", "OFF"].into_iter().zip(&mut inserts) {
            let Place::Sqlite(folder) = place else { break };
            let mut table = Table::new(folder, synchronous, round)?;
            table.insert(warm)?;
            let watch = Stopwatch::start();
            table.insert(2 * chains)?;
            times.add(watch.stop().as_secs_f64() / chains as f64);
        }
    }
    settings.iter().for_each(Setting::print);
    for setting in &settings {
        let (threads, tasks) = (setting.threads, setting.tasks);
        if let Place::Redis(_) = place {
            let begin = setting.begin.by(&setting.peer);
            // Five round trips by two.
            let whole = setting
                .whole
                .by(&setting.peer)
                .map(|ratio| ratio * 2.0 / 5.0);
            let pairs = setting.peer.map(|seconds| 1.0 / seconds);
            println!(
                "{threads} threads, {tasks:>2} at once: SET + GET {pairs:.0} a second; a round trip by one of SET + GET: \
                 {begin} begin + commit, {whole} whole chain"
            );
        }
    }
    if let Place::Redis(server) = place {
        println!("what the server says of it:");
        for command in server.commands()? {
            println!("{command}");
        }
    }
    if let ([one, two, ..], Place::Memory | Place::Sqlite(_)) = (&*settings, place) {
        let [begin, whole] = [one.begin.by(&two.begin), one.whole.by(&two.whole)];
        println!("2 threads by 1: {begin} begin + commit, {whole} whole chains");
    }
    if let (Some(one), Place::Sqlite(_), [full, off]) = (settings.first(), place, &inserts) {
        let a_second = full.map(|seconds| 2.0 / seconds);
        let begin = one.begin.by(full);
        let whole = one.whole.by(full).map(|ratio| ratio * 2.0 / 5.0);
        println!("one row inserted in a transaction of its own: {a_second:.0} a second");
        println!("a transition by such an insert: {begin} begin + commit, {whole} whole chain");
        println!(
            "such an insert by one with synchronous=OFF: {:.1}",
            full.by(off)
        );
    }
    Ok(())
}
