//! The server processes: started, killed, started again.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::places::Gap;

/// How many there are.
pub(crate) const COUNT: usize = 3;
/// How long one may take until it serves.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the processes are: a process that was started again is somewhere else.
#[derive(Debug, Clone, Default)]
pub(crate) struct Addresses(Arc<RwLock<[String; COUNT]>>);

impl Addresses {
    /// A trivial round-robin: the process for the so-many-th leg.
    pub(crate) fn of(&self, leg: usize) -> String {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(leg % COUNT).cloned().unwrap_or_default()
    }

    fn set(&self, place: usize, address: String) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = all.get_mut(place) {
            *slot = address;
        }
    }
}

/// The processes. They end with it, also when it panics.
pub(crate) struct Processes {
    store: String,
    journal: PathBuf,
    children: [Option<Child>; COUNT],
    /// Who has been told to die.
    doomed: [bool; COUNT],
    pub(crate) addresses: Addresses,
}

impl Processes {
    /// Starts all of them on this store and this journal.
    pub(crate) async fn start(store: String, journal: PathBuf) -> anyhow::Result<Self> {
        let mut processes = Self {
            store,
            journal,
            children: [const { None }; COUNT],
            doomed: [false; COUNT],
            addresses: Addresses::default(),
        };
        for place in 0..COUNT {
            processes.start_one(place, None).await?;
        }
        Ok(processes)
    }

    /// Starts one; with a death, it kills itself the so-many-th time that a chain is in that gap.
    pub(crate) async fn start_one(
        &mut self,
        place: usize,
        death: Option<(Gap, u32)>,
    ) -> anyhow::Result<()> {
        let program = std::env::current_exe().context("this program's own path")?;
        let mut command = Command::new(program);
        command
            .args(["serve", "--store", &self.store, "--journal"])
            .arg(&self.journal)
            // Ends when this process is gone, even if that was killed.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        if let Some((gap, count)) = death {
            command.args(["--die", &format!("{}:{count}", gap.name())]);
        }
        let mut child = command.spawn().context("starting a server process")?;
        let output = child.stdout.take().context("its standard output")?;
        let mut lines = BufReader::new(output).lines();
        let Ok(Ok(Some(address))) = timeout(PATIENCE, lines.next_line()).await else {
            bail!("a server process did not start; what it said is above");
        };
        self.addresses.set(place, address);
        if let (Some(slot), Some(doomed)) =
            (self.children.get_mut(place), self.doomed.get_mut(place))
        {
            *slot = Some(child);
            *doomed = death.is_some();
        }
        Ok(())
    }

    /// `kill -9`. Says whether there was one to kill.
    pub(crate) async fn kill(&mut self, place: usize) -> anyhow::Result<bool> {
        let Some(mut child) = self.children.get_mut(place).and_then(Option::take) else {
            return Ok(false);
        };
        let alive = child.try_wait()?.is_none();
        child.kill().await?;
        Ok(alive)
    }

    /// Which of them have ended.
    pub(crate) fn ended(&mut self) -> Vec<usize> {
        let children = self.children.iter_mut().enumerate();
        let ended = children.filter_map(|(place, child)| {
            let alive = child.as_mut().map(Child::try_wait);
            (!matches!(alive, Some(Ok(None)))).then_some(place)
        });
        ended.collect()
    }

    /// Which of them have been told to die.
    pub(crate) fn doomed(&self) -> Vec<usize> {
        let doomed = self.doomed.iter().enumerate();
        doomed
            .filter_map(|(place, doomed)| doomed.then_some(place))
            .collect()
    }

    /// The process id, for the story.
    pub(crate) fn pid(&self, place: usize) -> Option<u32> {
        self.children.get(place)?.as_ref()?.id()
    }
}
