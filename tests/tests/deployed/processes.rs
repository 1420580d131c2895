//! Replicas that are processes: what each remembers for itself, no other knows.
//!
//! The other replicas of these tests share a process, and with it the set of used seals.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use askback::clock::SystemClock;
use askback::ledger::{Limits, RedisStore, SqliteStore};
use askback_tests::web::Web;
use askback_tests::wire::{refused, retry, text};

use crate::kept::sealed;
use crate::shop::{Shop, yes};
use crate::stores::Stores;
use crate::talk::{at_the_gate, order, send};

/// How a replica keeps its calls: `sealed`, or a ledger's kind and place.
const KEEPS: &str = "ASKBACK_TEST_REPLICA";
const SERVES: &str = "replica serves at ";

/// Ends with its value.
struct Replica {
    child: Child,
    web: Web,
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Replica {
    fn start(keeps: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::replica", "--nocapture"])
            .env(KEEPS, keeps)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The child ends in any case, and its lines with it.
        let mut urls = lines.filter_map(|line| {
            let line = line.unwrap();
            let (_, url) = line.split_once(SERVES)?;
            Some(url.to_owned())
        });
        let web = Web::at(urls.next().expect("a replica that serves"));
        Self { child, web }
    }
}

/// No test, but a replica when another test starts it. It ends when its standard input does, or after a minute.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replica() {
    let Ok(keeps) = std::env::var(KEEPS) else {
        return;
    };
    let builder = match keeps.split_once(' ') {
        Some(("sqlite", file)) => {
            let store = SqliteStore::open(file, Arc::new(SystemClock), Limits::default());
            sealed().ledger(store.unwrap())
        }
        Some((_, url)) => sealed().ledger(RedisStore::open(url, Limits::default()).await.unwrap()),
        None => sealed(),
    };
    let shop = Shop::default();
    let web = Web::serve(shop.served(&builder.build().unwrap())).await;
    println!("{SERVES}{}", web.url());
    std::io::stdout().flush().unwrap();
    let input = tokio::task::spawn_blocking(|| std::io::stdin().lines().count());
    let _ = tokio::time::timeout(std::time::Duration::from_secs(60), input).await;
    std::process::exit(0);
}

/// What a seal does not promise, as the guide says: a used confirmation is known to its own process only.
#[tokio::test]
async fn a_used_seal_works_again_in_another_process() {
    let (one, two) = (Replica::start("sealed"), Replica::start("sealed"));
    let accept = order(retry(&at_the_gate(&one.web).await, yes()));
    assert_eq!(text(&send(&one.web, &accept).await), "3 of apples ordered");
    refused(&send(&one.web, &accept).await, -31006);
    assert_eq!(text(&send(&two.web, &accept).await), "3 of apples ordered");
    refused(&send(&two.web, &accept).await, -31006);
}

async fn a_token_counts_once(keeps: &str) {
    let (one, two) = (Replica::start(keeps), Replica::start(keeps));
    let accept = order(retry(&at_the_gate(&one.web).await, yes()));
    assert_eq!(text(&send(&one.web, &accept).await), "3 of apples ordered");
    refused(&send(&two.web, &accept).await, -31006);
    refused(&send(&one.web, &accept).await, -31006);

    let accept = order(retry(&at_the_gate(&two.web).await, yes()));
    let (first, other) = tokio::join!(send(&one.web, &accept), send(&two.web, &accept));
    let ran = [&first, &other].map(|response| response["result"].is_object());
    assert!(ran[0] != ran[1], "{first} {other}");
}

#[tokio::test]
async fn a_token_of_one_sqlite_counts_once_in_all_processes() {
    let stores = Stores::sqlite(Limits::default());
    let Stores::Sqlite(folder, _) = &stores else {
        unreachable!()
    };
    a_token_counts_once(&format!(
        "sqlite {}",
        folder.path().join("ledger").display()
    ))
    .await;
}

#[tokio::test]
async fn a_token_of_one_redis_counts_once_in_all_processes() {
    if let Some(Stores::Redis(redis, _)) = Stores::redis(Limits::default()) {
        a_token_counts_once(&format!("redis {}", redis.url())).await;
    }
}
