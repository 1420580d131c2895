//! Operations that declare what they ask: what fails before the body, and what becomes of an answer that was accepted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use askback::clock::ManualClock;
use askback::ledger::{Limits, MemoryStore};
use askback::registry::{Call, FailureCode, Outcome, Pending, Registry};
use askback::{Ask, Askback, Confirmed, Form, Modes, Recovery, operation};
use serde_json::{Value, json};
use std::sync::Arc;

use super::operations::yes;

#[derive(Default)]
pub(crate) struct Db {
    log: Mutex<Vec<String>>,
    /// What a count is refused for, and how often yet.
    refuses: AtomicU64,
    /// What the last purge was done under.
    done: Mutex<Option<String>>,
    /// Whether the reply of a purge gets lost.
    loses: AtomicU64,
}

impl Db {
    fn note(&self, what: impl Into<String>) {
        self.log.lock().unwrap().push(what.into());
    }

    fn noted(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    fn may(&self, what: &str) -> Result<(), String> {
        self.note(what);
        let refuses = self
            .refuses
            .fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1));
        match refuses {
            Ok(_) => Err(format!("{what} is away")),
            Err(_) => Ok(()),
        }
    }

    fn purge(&self, ticket: &str, key: String, _: Confirmed<'_>) -> Result<Purged, String> {
        self.note("purges");
        *self.done.lock().unwrap() = Some(key);
        match self.loses.load(SeqCst) {
            0 => Ok(Purged {
                ticket: ticket.to_owned(),
            }),
            _ => Err("the connection was lost".to_owned()),
        }
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct PurgeBackups {
    older_than_days: u64,
}

#[derive(Form)]
struct Ticket {
    #[form(length = 1..=20)]
    id: String,
}

#[derive(serde::Serialize)]
struct Purged {
    ticket: String,
}

async fn purged_already(db: &Db, recovery: &Recovery<'_>) -> Result<Purged, askback::Error> {
    db.note(format!("recovers {:?}", recovery.step::<u64>("count")));
    let key = recovery.idempotency_key("purge");
    if db.done.lock().unwrap().as_ref() != Some(&key) {
        return Err("nothing was purged under this key".into());
    }
    let ticket: Ticket = recovery.answer("ticket").ok_or("there is no ticket")?;
    Ok(Purged { ticket: ticket.id })
}

/// Delete old backups.
#[operation(recover = purged_already, guidance = "Use https://backups.example.com instead.")]
async fn purge_backups(
    db: &Db,
    PurgeBackups { older_than_days }: PurgeBackups,
    #[step(db.may("precondition")?)] _: (),
    #[step({ db.may("count")?; older_than_days * 2 })] count: u64,
    #[ask("Ticket for the audit log")] ticket: Ticket,
    #[ask("Delete {count} backups older than {older_than_days} days?")] confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<Purged, askback::Error> {
    Ok(db.purge(&ticket.id, ask.idempotency_key("purge"), confirmed)?)
}

/// Delete old backups, and never find out.
#[operation(once)]
async fn purge_once(
    db: &Db,
    #[ask("Ticket for the audit log")] ticket: Ticket,
    #[ask("Delete?")] confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<Purged, askback::Error> {
    Ok(db.purge(&ticket.id, ask.idempotency_key("purge"), confirmed)?)
}

struct Backups {
    clock: Arc<ManualClock>,
    registry: Registry<Db>,
}

impl Backups {
    fn new(ledger: bool) -> Self {
        let clock = Arc::new(ManualClock::new(1_800_000_000_000));
        let builder = Askback::builder().clock(clock.clone());
        let builder = match ledger {
            true => builder.ledger(MemoryStore::new(clock.clone(), Limits::default())),
            false => builder,
        };
        let registry = Registry::new(Db::default(), builder.build().unwrap());
        let registry = registry.register(purge_backups).register(purge_once);
        Self { clock, registry }
    }

    fn db(&self) -> &Db {
        self.registry.state()
    }

    fn call(&self) -> Call<Db> {
        let arguments = json!({ "older_than_days": 30 });
        let call = self.registry.call("purge_backups", arguments);
        call.modes(Modes::FORM)
    }

    fn once(&self) -> Call<Db> {
        self.registry
            .call("purge_once", json!({}))
            .modes(Modes::FORM)
    }

    /// The confirmation that is pending in the end.
    async fn confirm(&self, call: Call<Db>) -> Pending<Db> {
        let ticket = pending(call.invoke().await);
        self.clock.advance(std::time::Duration::from_secs(5));
        let sure = pending(ticket.accept(json!({ "id": "T-1" })).invoke().await);
        self.clock.advance(std::time::Duration::from_secs(5));
        self.db().noted();
        sure
    }
}

#[track_caller]
fn pending(outcome: Outcome<Db>) -> Pending<Db> {
    match outcome {
        Outcome::Pending(pending) => pending,
        Outcome::Finished(value) => panic!("it has finished: {value}"),
        Outcome::Failed(failure) => panic!("{failure}"),
    }
}

fn agreed(sure: &Pending<Db>) -> Call<Db> {
    let field = sure.fields()[0].name().to_owned();
    sure.clone().accept(yes(&field))
}

fn finished(outcome: Outcome<Db>) -> Value {
    outcome.finished().expect("it has finished")
}

fn failed(outcome: Outcome<Db>) -> askback::registry::Failure {
    outcome.failed().expect("it has failed")
}

#[tokio::test]
async fn a_step_runs_once_and_a_precondition_in_every_round() {
    let backups = Backups::new(true);
    let ticket = pending(backups.call().invoke().await);
    assert_eq!(backups.db().noted(), ["precondition", "count"]);
    let sure = pending(ticket.accept(json!({ "id": "T-1" })).invoke().await);
    assert_eq!(sure.message(), "Delete 60 backups older than 30 days?");
    assert_eq!(backups.db().noted(), ["precondition"]);
    assert_eq!(
        finished(agreed(&sure).invoke().await),
        json!({ "ticket": "T-1" })
    );
    assert_eq!(backups.db().noted(), ["precondition", "purges"]);
}

#[tokio::test]
async fn what_fails_before_the_body_leaves_the_answer_to_be_given_again() {
    let backups = Backups::new(true);
    let sure = backups.confirm(backups.call()).await;
    backups.db().refuses.store(2, SeqCst);
    for _ in 0..2 {
        let failure = failed(agreed(&sure).invoke().await);
        assert_eq!(failure.to_string(), "failed: precondition is away");
    }
    // Another answer may come now: none has been accepted.
    let declined = failed(sure.clone().decline().invoke().await);
    assert!(declined.is_refused(), "{declined}");

    let sure = backups.confirm(backups.call()).await;
    backups.db().refuses.store(1, SeqCst);
    assert!(
        failed(agreed(&sure).invoke().await)
            .message()
            .contains("away")
    );
    assert!(agreed(&sure).invoke().await.finished().is_some());
    assert_eq!(
        backups.db().noted(),
        ["precondition", "precondition", "purges"]
    );
}

#[tokio::test]
async fn an_invalid_answer_leaves_it_open_and_the_third_closes_it() {
    let backups = Backups::new(true);
    let ticket = pending(backups.call().invoke().await);
    for attempt in 1..=3 {
        let failure = failed(ticket.clone().accept(json!({ "id": "" })).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidAnswer);
        let error = failure.errors().iter().next().unwrap();
        assert_eq!((error.field(), error.rule().as_str()), ("id", "minLength"));
        assert_eq!(failure.message().contains("too many"), attempt == 3);
    }
    let late = ticket.accept(json!({ "id": "T" })).invoke().await;
    assert!(late.failed().is_some());
    assert!(!backups.db().noted().contains(&"purges".to_owned()));
}

#[tokio::test]
async fn recovery_never_reaches_the_body() {
    let backups = Backups::new(true);
    let sure = backups.confirm(backups.call()).await;
    backups.db().loses.store(1, SeqCst);
    let failure = failed(agreed(&sure).invoke().await);
    assert_eq!(failure.to_string(), "failed: the connection was lost");
    assert_eq!(backups.db().noted(), ["precondition", "purges"]);
    for _ in 0..16 {
        let found = finished(agreed(&sure).invoke().await);
        assert_eq!(found, json!({ "ticket": "T-1" }));
        assert_eq!(backups.db().noted(), ["recovers Some(60)"]);
    }
    let failure = failed(agreed(&sure).invoke().await);
    assert_eq!(failure.code(), FailureCode::AlreadyRan);
    let key = failure.idempotency_key("purge");
    assert_eq!(key, *backups.db().done.lock().unwrap());
    assert!(backups.db().noted().is_empty());
}

#[tokio::test]
async fn without_recover_it_already_ran() {
    let backups = Backups::new(true);
    let sure = backups.confirm(backups.once()).await;
    assert!(agreed(&sure).invoke().await.finished().is_some());
    let failure = failed(agreed(&sure).invoke().await);
    assert_eq!(failure.code(), FailureCode::AlreadyRan);
    let key = failure.idempotency_key("purge");
    assert_eq!(key, *backups.db().done.lock().unwrap());
    assert_eq!(backups.db().noted(), ["purges"]);
}

#[tokio::test]
async fn once_and_recover_need_a_ledger() {
    let backups = Backups::new(false);
    for call in [backups.call(), backups.once()] {
        let failure = failed(call.invoke().await);
        assert!(failure.message().contains(".ledger("), "{failure}");
    }
    assert!(backups.db().noted().is_empty());
}

#[tokio::test]
async fn guidance_says_where_else_it_can_be_done() {
    let backups = Backups::new(true);
    let failure = failed(backups.call().modes(Modes::NONE).invoke().await);
    assert_eq!(failure.code(), FailureCode::ConfirmationRequired);
    let guidance = "Use https://backups.example.com instead.";
    assert!(failure.message().ends_with(guidance), "{failure}");
}

#[tokio::test]
async fn arguments_are_read_before_anything_runs() {
    let backups = Backups::new(true);
    for arguments in [json!({}), json!({ "older_than_days": -1 })] {
        let call = backups.registry.call("purge_backups", arguments);
        let failure = failed(call.modes(Modes::FORM).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidArguments);
    }
    let call = backups.registry.call("purge_once", json!({ "a": 1 }));
    let failure = failed(call.modes(Modes::FORM).invoke().await);
    assert_eq!(failure.code(), FailureCode::InvalidArguments);
    assert!(backups.db().noted().is_empty());
    let schema = backups
        .registry
        .operation("purge_backups")
        .unwrap()
        .input_schema();
    assert_eq!(schema["properties"]["older_than_days"]["type"], "integer");
}

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
    #[form(choices)]
    extras: Vec<String>,
    #[form(choices)]
    seat: Option<String>,
}

async fn picked(recovery: &Recovery<'_>) -> Result<(String, Vec<String>), askback::Error> {
    let pick: Pick = recovery.answer("pick").ok_or("nothing was picked")?;
    assert!(pick.seat.is_none());
    Ok((pick.offer, pick.extras))
}

#[operation(recover = picked)]
async fn book(
    #[ask("Which?", choices(offer = ["LH1", "LH2"], extras = ["bag", "meal"], seat = ["1A"]))] pick: Pick,
) -> Result<(String, Vec<String>), askback::Error> {
    Err(format!(
        "{} {:?} {:?}: the reply was lost",
        pick.offer, pick.extras, pick.seat
    )
    .into())
}

#[tokio::test]
async fn an_answer_with_choices_of_the_call_is_recovered_as_any_other() {
    let backups = Backups::new(true);
    let registry = backups.registry.clone().register(book);
    let call = registry.call("book", json!({})).modes(Modes::FORM);
    let asked = pending(call.invoke().await);
    let answer = || asked.accept(json!({ "offer": "LH2", "extras": ["meal"] }));
    assert!(failed(answer().invoke().await).message().contains("lost"));
    assert_eq!(finished(answer().invoke().await), json!(["LH2", ["meal"]]));
}
