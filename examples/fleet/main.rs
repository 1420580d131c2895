//! Three server processes, one ledger: a conversation whose every leg lands on another process, and what becomes of many when
//! processes are killed.
//!
//! ```sh
//! cargo run --example fleet                                          # one conversation, told
//! cargo run --example fleet -- --conversations 300 --chaos 20        # many, while processes are killed; counts at the end
//! cargo run --example fleet -- --store sqlite --conversations 300 --chaos 20
//! cargo run --example fleet -- --help
//! ```
//!
//! The tool is in `server.rs`. `journal.rs` is what its effect is, and the evidence: what happened is counted there, and in what
//! the clients in `person.rs` were told. `places.rs` lets a process die in between any two transitions of a chain.

mod chaos;
mod client;
mod counts;
mod journal;
mod options;
mod person;
mod places;
mod processes;
mod server;
mod store;
mod story;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use fastrand::Rng;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::client::Client;
use crate::counts::Counts;
use crate::journal::Journal;
use crate::options::{Chaos, Kind, Options, USAGE};
use crate::person::{Conversation, Told};
use crate::processes::{COUNT, Processes};
use crate::store::{NoRedis, Store};

/// How many conversations are under way at most.
const AT_ONCE: usize = 500;

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::read(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error:#}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = tokio::select! {
        done = run(options) => done,
        // What was started ends with this.
        stopped = tokio::signal::ctrl_c() => stopped.map(|()| false).map_err(Into::into),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(if error.is::<NoRedis>() { 3 } else { 1 })
        }
    }
}

/// Says whether all is as promised.
async fn run(options: Options) -> anyhow::Result<bool> {
    match options {
        Options::Help => println!("{USAGE}"),
        Options::Serve(serve) => server::serve(serve).await?,
        Options::Story { store } => {
            let fleet = Fleet::start(store).await?;
            let told = story::tell(&fleet.processes, &fleet.journal).await;
            fleet.stop().await?;
            told?;
        }
        Options::Chaos(chaos) => return many(chaos).await,
    }
    Ok(true)
}

/// All that is started, and its folder. Ends as a whole, the folder last.
struct Fleet {
    processes: Processes,
    store: Store,
    journal: Journal,
    _folder: tempfile::TempDir,
}

impl Fleet {
    async fn start(kind: Kind) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("askback-fleet-")
            .tempdir()?;
        let store = Store::start(kind, folder.path()).await?;
        let path = folder.path().join("journal");
        let journal = Journal::open(&path).context("the journal")?;
        let processes = Processes::start(store.url(), path).await?;
        Ok(Self {
            processes,
            store,
            journal,
            _folder: folder,
        })
    }

    /// Waits until all of it has ended. Without it, it ends as well, in its own time.
    async fn stop(mut self) -> anyhow::Result<()> {
        for place in 0..COUNT {
            self.processes.kill(place).await?;
        }
        self.store.stop().await
    }
}

/// Many conversations, and what befalls them; prints the counts.
async fn many(options: Chaos) -> anyhow::Result<bool> {
    let Chaos {
        store,
        conversations,
        time,
        seed,
    } = options;
    eprintln!(
        "seed {seed}: {conversations} conversations, {} s of chaos",
        time.as_secs()
    );
    let mut fleet = Fleet::start(store).await?;
    let begin = Instant::now();
    let until = begin + time;
    let client = Client::new(fleet.processes.addresses.clone())?;
    let clients = tokio::spawn(all(client, conversations, time, seed));
    let journal = fleet.journal.clone();
    // Here, not in a task: what this starts may end with the thread that it was started from.
    let done = chaos::chaos(
        &mut fleet.processes,
        &mut fleet.store,
        &journal,
        until,
        seed,
    )
    .await?;
    let told = clients.await?;
    let took = begin.elapsed();
    let events = journal.read()?;
    fleet.stop().await?;
    let counts = Counts::new(&told, &events, done, took, seed);
    println!("{}", serde_json::to_string(&counts)?);
    Ok(counts.is_kept())
}

/// All conversations, begun at random moments of this time.
async fn all(client: Client, conversations: u32, time: Duration, seed: u64) -> Vec<Told> {
    let mut rng = Rng::with_seed(seed);
    let now = Instant::now();
    let begins = |rng: &mut Rng| now + time.mul_f64(rng.f64());
    let mut begins: Vec<_> = (0..conversations).map(|_| begins(&mut rng)).collect();
    begins.sort();
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut running = JoinSet::new();
    for (number, begin) in (0..).zip(begins) {
        sleep_until(begin).await;
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else {
            break;
        };
        let conversation = Conversation::new(client.clone(), number, seed);
        running.spawn(async move {
            let told = conversation.carry_on().await;
            drop(permit);
            told
        });
    }
    running.join_all().await
}
