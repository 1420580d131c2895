//! Several connections, several processes, and processes that are killed.

use std::time::Duration;

use rusqlite::Connection;

use super::child::Process;
use super::*;
use crate::ledger::cases::{accept, claiming, key, prompt, starting};
use crate::ledger::{Body, Record, Verdict};

async fn verdict(store: &SqliteStore, key: ChainKey, round: u8, answer: u8) -> Verdict {
    let claim = claiming(key, round, answer, 99);
    store.claim(claim).await.unwrap().verdict
}

/// What is counted is what is there, and the file is whole.
fn adds_up(file: &Path) {
    let connection = Connection::open(file).unwrap();
    let whole: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(whole, "ok");
    let sql = "SELECT t.chains, t.bytes, (SELECT count(*) FROM chains),
               (SELECT coalesce(sum(charge), 0) FROM chains) FROM totals t";
    let counted: [i64; 4] = connection
        .query_row(sql, [], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
        })
        .unwrap();
    assert_eq!(counted[..2], counted[2..]);
    let mut rows = connection
        .prepare("SELECT record, charge, counts, chain FROM chains")
        .unwrap();
    let mut rows = rows.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let record = Record::from_bytes(&row.get::<_, Vec<u8>>(0).unwrap()).unwrap();
        let charge: i64 = row.get(1).unwrap();
        assert_eq!(record.charge(), u64::try_from(charge).unwrap());
        assert_eq!(record.counts(), row.get::<_, bool>(2).unwrap());
    }
    let strays: i64 = connection
        .query_row(
            "SELECT count(*) FROM shown WHERE chain NOT IN (SELECT chain FROM chains)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(strays, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_connections_that_redeem_one_token_one_is_granted() {
    let folder = Folder::new();
    let (_, first) = open(&folder.file()).unwrap();
    let key = key(1, 1);
    first.start(starting(key)).await.unwrap();
    put(&first, key, 1, prompt(1, 1)).await;
    let mut tasks = Vec::new();
    for by in 0..16 {
        let (_, store) = open(&folder.file()).unwrap();
        tasks.push(tokio::spawn(async move {
            let claimed = store.claim(claiming(key, 1, 1, by)).await.unwrap();
            let Verdict::Claimed { grant, .. } = claimed.verdict else {
                return (claimed.verdict, false);
            };
            assert_eq!(
                put(&store, key, grant.fence, accept()).await,
                Written::Accepted
            );
            put(&store, key, grant.fence, prompt(2, by)).await;
            (claimed.verdict, true)
        }));
    }
    let mut ran = 0;
    for task in tasks {
        let (verdict, here) = task.await.unwrap();
        ran += u32::from(here);
        let other = matches!(verdict, Verdict::Busy | Verdict::Replayed { round: 2, .. });
        assert!(here || other, "{verdict:?}");
    }
    assert_eq!(ran, 1);
    adds_up(&folder.file());
}

#[tokio::test]
async fn of_many_processes_that_redeem_tokens_one_is_granted_each() {
    let folder = Folder::new();
    let (_, store) = open(&folder.file()).unwrap();
    for chain in 0..40 {
        store.start(starting(key(1, chain))).await.unwrap();
        put(&store, key(1, chain), 1, prompt(1, 1)).await;
    }
    let processes = (1..=4).map(|by| Process::new(&folder.file(), &format!("redeem {by}")));
    let processes: Vec<_> = processes.collect();
    let mut accepted = vec![Vec::new(); 40];
    for (by, mut process) in (1_u8..).zip(processes) {
        assert_eq!(process.says().as_deref(), Some("ready"));
        while let Some(chain) = process.says() {
            accepted[chain.parse::<usize>().unwrap()].push(by);
        }
    }
    for (chain, by) in (0_u8..).zip(accepted) {
        assert_eq!(by.len(), 1, "chain {chain}");
        let claim = claiming(key(1, chain), 1, by[0], 99);
        let claimed = store.claim(claim).await.unwrap();
        assert!(matches!(
            claimed.verdict,
            Verdict::Replayed { round: 2, .. }
        ));
        assert_eq!(claimed.shown, Some(Body::from(vec![by[0]; 50])));
        assert_eq!(
            verdict(&store, key(1, chain), 1, 50).await,
            Verdict::Conflict
        );
    }
    adds_up(&folder.file());
}

#[test]
fn many_processes_may_make_one_file() {
    let folder = Folder::new();
    let processes: Vec<_> = (0..6)
        .map(|_| Process::new(&folder.file(), "open"))
        .collect();
    for mut process in processes {
        assert_eq!(process.says().as_deref(), Some("opened"));
    }
    adds_up(&folder.file());
}

/// What a chain is after its process was killed at `stage`: before and after the lease has ended.
async fn killed(stage: &str) -> (Verdict, Verdict) {
    let folder = Folder::new();
    let mut process = Process::new(&folder.file(), &format!("until {stage}"));
    assert_eq!(process.says().as_deref(), Some(stage));
    process.kill();
    adds_up(&folder.file());
    let (clock, store) = open(&folder.file()).unwrap();
    let before = verdict(&store, key(1, 1), 1, 1).await;
    clock.advance(Duration::from_secs(30));
    let after = verdict(&store, key(1, 1), 1, 1).await;
    adds_up(&folder.file());
    (before, after)
}

#[tokio::test]
async fn killed_before_it_asked_it_leaves_nothing() {
    assert_eq!(
        killed("started").await,
        (Verdict::Invalid, Verdict::Invalid)
    );
}

#[tokio::test]
async fn killed_while_it_waits_the_prompt_is_open() {
    let (before, _) = killed("prompted").await;
    assert!(
        matches!(before, Verdict::Claimed { grant, .. } if grant.fence == 2),
        "{before:?}"
    );
}

#[tokio::test]
async fn killed_before_it_accepted_the_prompt_is_open_after_the_lease() {
    let (before, after) = killed("claimed").await;
    assert_eq!(before, Verdict::Busy);
    assert!(
        matches!(after, Verdict::Claimed { grant, .. } if grant.fence > 2),
        "{after:?}"
    );
}

#[tokio::test]
async fn killed_while_it_ran_it_is_recovered_and_never_runs_again() {
    let (before, after) = killed("accepted").await;
    assert_eq!(before, Verdict::Busy);
    assert!(
        matches!(after, Verdict::Recovering { round: 1, .. }),
        "{after:?}"
    );
}

#[tokio::test]
async fn killed_after_it_asked_again_the_next_prompt_is_given_out() {
    let (before, after) = killed("asked again").await;
    assert!(
        matches!(before, Verdict::Replayed { round: 2, .. }),
        "{before:?}"
    );
    assert_eq!(after, before);
}

#[tokio::test]
async fn killed_after_it_finished_it_is_recovered() {
    let (before, _) = killed("finished").await;
    assert!(
        matches!(before, Verdict::Recovering { round: 1, .. }),
        "{before:?}"
    );
}

#[tokio::test]
async fn killed_in_between_what_was_accepted_stays_accepted() {
    let folder = Folder::new();
    let mut accepted = Vec::new();
    for round in 0..4_u8 {
        let mut process = Process::new(&folder.file(), &format!("chains {}", round * 60));
        for _ in 0..=round {
            accepted.push(process.says().unwrap());
        }
        accepted.extend(process.kill());
        adds_up(&folder.file());
    }
    let (clock, store) = open(&folder.file()).unwrap();
    clock.advance(Duration::from_secs(30));
    assert!(accepted.len() >= 10);
    for number in accepted {
        let number: u8 = number.parse().unwrap();
        let key = key(number % 7, number);
        assert_eq!(
            verdict(&store, key, 1, number.wrapping_add(1)).await,
            Verdict::Conflict
        );
        let verdict = verdict(&store, key, 1, number).await;
        let known = matches!(
            verdict,
            Verdict::Replayed { .. } | Verdict::Recovering { .. }
        );
        assert!(known, "{number}: {verdict:?}");
    }
    adds_up(&folder.file());
}
