//! An operation for any host, kept in an SQLite file: a replay after its end goes to `recover`, and never to the body.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askback::clock::SystemClock;
use askback::ledger::{Limits, SqliteStore};
use askback::registry::{FailureCode, Outcome, Pending, Registry};
use askback::{Ask, Askback, Confirmed, Form, Modes, Principal, Recovery, operation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize, schemars::JsonSchema)]
struct PurgeBackups {
    older_than_days: u32,
}

#[derive(Form)]
struct Ticket {
    #[form(length = 3..)]
    id: String,
}

#[derive(Clone, Serialize)]
struct Purged {
    deleted: u64,
    ticket: String,
}

/// The backups, and what was done to them under which key. Clones are the same.
#[derive(Clone, Default)]
struct Db(Arc<Backups>);

#[derive(Default)]
struct Backups {
    counted: AtomicUsize,
    purged: Mutex<BTreeMap<String, Purged>>,
    purges: AtomicUsize,
    /// The reply is lost after the work is done.
    loses: bool,
}

impl Db {
    async fn count_backups(&self, days: u32) -> Result<u64, std::io::Error> {
        self.0.counted.fetch_add(1, Ordering::SeqCst);
        Ok(days.into())
    }

    async fn purge(
        &self,
        days: u32,
        ticket: &str,
        key: String,
        _: Confirmed<'_>,
    ) -> Result<Purged, std::io::Error> {
        self.0.purges.fetch_add(1, Ordering::SeqCst);
        let purged = Purged {
            deleted: days.into(),
            ticket: ticket.to_owned(),
        };
        self.0.purged.lock().unwrap().insert(key, purged.clone());
        match self.0.loses {
            true => Err(std::io::Error::other("the connection was lost")),
            false => Ok(purged),
        }
    }

    fn purges(&self) -> usize {
        self.0.purges.load(Ordering::SeqCst)
    }
}

async fn purged_already(db: &Db, recovery: &Recovery<'_>) -> Result<Purged, askback::Error> {
    let purged = db.0.purged.lock().unwrap();
    let purged = purged.get(&recovery.idempotency_key("purge"));
    let purged = purged.cloned().ok_or("nothing is known of it")?;
    let ticket: Ticket = recovery.answer("ticket").ok_or("no ticket")?;
    assert_eq!(purged.ticket, ticket.id);
    Ok(purged)
}

/// Delete old backups.
#[operation(recover = purged_already)]
async fn purge_backups(
    db: &Db,
    PurgeBackups { older_than_days }: PurgeBackups,
    #[step(db.count_backups(older_than_days).await?)] count: u64,
    #[ask("Ticket for the audit log")] ticket: Ticket,
    #[ask("Delete {count} backups older than {older_than_days} days?")] confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<Purged, askback::Error> {
    Ok(db
        .purge(
            older_than_days,
            &ticket.id,
            ask.idempotency_key("purge"),
            confirmed,
        )
        .await?)
}

/// What stands in for a terminal: a person who types the same each time.
mod terminal {
    use askback::form::FieldSchema;
    use serde_json::{Map, Value};

    pub(super) fn fill(fields: &[FieldSchema]) -> anyhow::Result<Map<String, Value>> {
        let mut filled = Map::new();
        for field in fields {
            let typed = match field.name() {
                "id" => "OPS-7",
                _ => "yes",
            };
            if let Some(value) = field.parse(typed)? {
                filled.insert(field.name().to_owned(), value);
            }
        }
        Ok(filled)
    }
}

fn whoami() -> Principal {
    Principal::new("https://id.example.com", "ada", "terminal").unwrap()
}

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("askback-purge-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that opens the ledger in this folder.
fn askback(folder: &Path) -> Askback {
    let clock = Arc::new(SystemClock);
    let store = SqliteStore::open(folder.join("ledger"), clock, Limits::default()).unwrap();
    let builder = Askback::builder().key([7; 32]).audience("backups");
    builder.ledger(store).build().unwrap()
}

async fn purge(db: Db, askback: Askback, args: Value) -> anyhow::Result<Value> {
    let registry = Registry::new(db, askback).register(purge_backups);
    let mut call = registry
        .call("purge_backups", args)
        .principal(whoami())
        .modes(Modes::FORM);
    loop {
        match call.invoke().await {
            Outcome::Finished(value) => break Ok(value),
            Outcome::Failed(failure) => anyhow::bail!("{failure}"),
            Outcome::Pending(pending) => call = pending.accept(terminal::fill(pending.fields())?),
        }
    }
}

/// The confirmation, which is pending.
async fn confirm(registry: &Registry<Db>) -> Pending<Db> {
    let args = json!({ "older_than_days": 30 });
    let call = registry
        .call("purge_backups", args)
        .principal(whoami())
        .modes(Modes::FORM);
    let ticket = call.invoke().await.pending().unwrap();
    assert_eq!(ticket.message(), "Ticket for the audit log");
    let filled = terminal::fill(ticket.fields()).unwrap();
    let confirmed = ticket.accept(filled).invoke().await.pending().unwrap();
    assert_eq!(confirmed.message(), "Delete 30 backups older than 30 days?");
    confirmed
}

#[tokio::test]
async fn backups_go_after_a_ticket_and_a_confirmation() {
    let (folder, db) = (Folder::new("goes"), Db::default());
    let args = json!({ "older_than_days": 30 });
    let purged = purge(db.clone(), askback(&folder.0), args).await.unwrap();
    assert_eq!(purged, json!({ "deleted": 30, "ticket": "OPS-7" }));
    assert_eq!(db.purges(), 1);
    assert_eq!(db.0.counted.load(Ordering::SeqCst), 1, "a step runs once");
}

#[tokio::test]
async fn a_replay_is_recovered_by_another_process() {
    let (folder, db) = (Folder::new("replay"), Db::default());
    let registry = Registry::new(db.clone(), askback(&folder.0)).register(purge_backups);
    let confirmed = confirm(&registry).await;
    let continuation = confirmed.continuation().to_owned();
    let answer = terminal::fill(confirmed.fields()).unwrap();
    let first = confirmed.accept(answer.clone()).invoke().await;
    let first = first.finished().unwrap();
    drop(registry);
    let registry = Registry::new(db.clone(), askback(&folder.0)).register(purge_backups);
    let args = json!({ "older_than_days": 30 });
    let call = registry
        .call("purge_backups", args)
        .principal(whoami())
        .modes(Modes::FORM);
    let again = call.resume(continuation).accept(answer).invoke().await;
    assert_eq!(again.finished(), Some(first));
    assert_eq!(db.purges(), 1, "the body runs once");
}

#[tokio::test]
async fn a_body_that_failed_after_its_work_is_recovered() {
    let backups = Backups {
        loses: true,
        ..Backups::default()
    };
    let (folder, db) = (Folder::new("failed"), Db(Arc::new(backups)));
    let registry = Registry::new(db.clone(), askback(&folder.0)).register(purge_backups);
    let confirmed = confirm(&registry).await;
    let answer = terminal::fill(confirmed.fields()).unwrap();
    let failed = confirmed.clone().accept(answer.clone()).invoke().await;
    assert_eq!(failed.failed().unwrap().code(), FailureCode::Failed);
    let again = confirmed.accept(answer).invoke().await.finished();
    assert_eq!(again, Some(json!({ "deleted": 30, "ticket": "OPS-7" })));
    assert_eq!(db.purges(), 1, "the body runs once");
}

#[tokio::test]
async fn nothing_is_counted_for_arguments_that_do_not_fit() {
    let (folder, db) = (Folder::new("arguments"), Db::default());
    let registry = Registry::new(db.clone(), askback(&folder.0)).register(purge_backups);
    for args in [json!({}), json!({ "older_than_days": "secret" })] {
        let call = registry
            .call("purge_backups", args)
            .principal(whoami())
            .modes(Modes::FORM);
        let failure = call.invoke().await.failed().unwrap();
        assert_eq!(failure.code(), FailureCode::InvalidArguments);
        assert!(failure.to_string().contains("older_than_days"), "{failure}");
        assert!(!failure.to_string().contains("secret"), "{failure}");
    }
    assert_eq!(db.0.counted.load(Ordering::SeqCst), 0);
}

#[test]
fn the_operation_says_what_it_is() {
    let folder = Folder::new("says");
    let registry = Registry::new(Db::default(), askback(&folder.0)).register(purge_backups);
    let operation = registry.operation("purge_backups").unwrap();
    assert_eq!(operation.description(), Some("Delete old backups."));
    assert_eq!(
        operation.input_schema()["required"],
        json!(["older_than_days"])
    );
    assert_eq!(purge_backups::plan().rounds().len(), 2);
}
