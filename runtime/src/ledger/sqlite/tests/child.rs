//! Another process: this very program, told by its environment what to do.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};

use super::*;
use crate::ledger::cases::{accept, claiming, key, prompt, starting};
use crate::ledger::{Started, Verdict};

const FILE: &str = "ASKBACK_TEST_LEDGER_FILE";
const TASK: &str = "ASKBACK_TEST_LEDGER_TASK";
const SAYS: &str = "child: ";

/// A child that runs `task` on `file`, and what it says. It is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    says: BufReader<ChildStderr>,
}

impl Process {
    pub(super) fn new(file: &Path, task: &str) -> Self {
        let test = "ledger::sqlite::tests::child::other_process";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--ignored", "--nocapture"])
            .env(FILE, file)
            .env(TASK, task)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let says = BufReader::new(child.stderr.take().unwrap());
        Self { child, says }
    }

    /// The next thing that it says; `None` once it has ended.
    pub(super) fn says(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.says.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // What a line lacks was not said: it was killed while saying it.
            if let Some(said) = line
                .strip_prefix(SAYS)
                .and_then(|said| said.strip_suffix('\n'))
            {
                return Some(said.to_owned());
            }
        }
    }

    /// `kill -9`; gives what it had said until then and nobody heard.
    pub(super) fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        let status = self.child.wait().unwrap();
        assert!(!status.success());
        std::iter::from_fn(|| self.says()).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn say(what: impl std::fmt::Display) {
    // One write a line, so that lines of several threads do not mix.
    let line = format!("{SAYS}{what}\n");
    drop(std::io::Write::write_all(
        &mut std::io::stderr(),
        line.as_bytes(),
    ));
}

fn wait_to_be_killed() -> ! {
    loop {
        std::thread::park();
    }
}

#[tokio::test]
#[ignore = "other tests run it in a process of its own"]
async fn other_process() {
    let (Ok(file), Ok(task)) = (std::env::var(FILE), std::env::var(TASK)) else {
        return;
    };
    let (_, store) = open(Path::new(&file)).unwrap();
    match task.split_once(' ') {
        None if task == "open" => say("opened"),
        Some(("until", stage)) => until(&store, stage).await,
        Some(("chains", from)) => chains(&store, from.parse().unwrap()).await,
        Some(("redeem", by)) => redeem(&store, by.parse().unwrap()).await,
        _ => panic!("{task}"),
    }
}

/// One chain, as far as `stage`.
async fn until(store: &SqliteStore, stage: &str) {
    let key = key(1, 1);
    let mut fence = 1;
    for next in [
        "started",
        "prompted",
        "claimed",
        "accepted",
        "asked again",
        "finished",
    ] {
        match next {
            "started" => drop(store.start(starting(key)).await.unwrap()),
            "prompted" => drop(put(store, key, 1, prompt(1, 1)).await),
            "claimed" => {
                let claimed = store.claim(claiming(key, 1, 1, 1)).await.unwrap();
                let Verdict::Claimed { grant, .. } = claimed.verdict else {
                    panic!("{claimed:?}");
                };
                fence = grant.fence;
            }
            "accepted" => drop(put(store, key, fence, accept()).await),
            "asked again" if stage == next => drop(put(store, key, fence, prompt(2, 2)).await),
            "finished" => drop(put(store, key, fence, Transition::Finish).await),
            _ => {}
        }
        if next == stage {
            say(stage);
            wait_to_be_killed();
        }
    }
    panic!("no stage {stage}");
}

/// Sixty chains, each as far as an accepted answer and then some; says each when it is accepted.
async fn chains(store: &SqliteStore, from: u8) {
    for number in from..from + 60 {
        let key = key(number % 7, number);
        let started = store.start(starting(key)).await.unwrap();
        assert!(matches!(started, Started::Granted(_)), "{started:?}");
        put(store, key, 1, prompt(1, number)).await;
        let claimed = store.claim(claiming(key, 1, number, 1)).await.unwrap();
        let Verdict::Claimed { grant, .. } = claimed.verdict else {
            panic!("{claimed:?}");
        };
        if put(store, key, grant.fence, accept()).await == Written::Accepted {
            say(number);
        }
        let transition = match number % 3 {
            0 => prompt(2, number),
            1 => Transition::Finish,
            _ => Transition::Fail,
        };
        put(store, key, grant.fence, transition).await;
    }
    wait_to_be_killed();
}

/// Answers chain after chain that others answer as well; says those that were accepted from here.
async fn redeem(store: &SqliteStore, by: u8) {
    say("ready");
    for chain in 0..40 {
        let key = key(1, chain);
        let claimed = store.claim(claiming(key, 1, by, by)).await.unwrap();
        if let Verdict::Claimed { grant, .. } = claimed.verdict
            && put(store, key, grant.fence, accept()).await == Written::Accepted
        {
            put(store, key, grant.fence, prompt(2, by)).await;
            say(chain);
        }
    }
}
