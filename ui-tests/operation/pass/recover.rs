//! Functions that find out what became of a call: generic ones, associated ones, those of any error.

use askback::{Form, Operation, Recovery, operation};
use serde::{Serialize, de::DeserializeOwned};

#[derive(Form)]
struct Ticket {
    id: String,
}

#[derive(Serialize, serde::Deserialize)]
struct Purged {
    deleted: u64,
}

#[derive(Debug)]
struct OwnError;

impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("own")
    }
}

impl std::error::Error for OwnError {}

impl From<askback::Pause> for OwnError {
    fn from(_: askback::Pause) -> Self {
        OwnError
    }
}

struct Db {
    outcomes: std::sync::Mutex<std::collections::BTreeMap<String, String>>,
}

impl Db {
    async fn outcome<T: DeserializeOwned>(&self, recovery: &Recovery<'_>) -> Result<T, askback::Error> {
        let key = recovery.idempotency_key("effect");
        let ticket = recovery.answer::<Ticket>("ticket").map(|ticket| ticket.id);
        let count: Option<u64> = recovery.step("count");
        std::future::ready(()).await;
        let outcomes = self.outcomes.lock().map_err(|_| "poisoned")?;
        let text = outcomes.get(&key).ok_or_else(|| format!("nothing under {ticket:?}, {count:?}"))?;
        Ok(serde_json::from_str(text)?)
    }
}

#[operation(recover = Db::outcome::<Purged>)]
async fn purge(
    _db: &Db,
    #[step(3)] count: u64,
    #[ask("Ticket?")] ticket: Ticket,
) -> Result<Purged, askback::Error> {
    drop(ticket);
    Ok(Purged { deleted: count })
}

async fn own(_: &Db, _: &Recovery<'_>) -> Result<u64, OwnError> {
    Err(OwnError)
}

#[operation(recover = own)]
async fn with_its_error(_db: &Db, #[ask("Ticket?")] ticket: Ticket) -> Result<u64, OwnError> {
    Ok(ticket.id.len() as u64)
}

// Case: a future written out.
fn written_out<'a>(
    _: &'a Db,
    recovery: &'a Recovery<'_>,
) -> impl Future<Output = Result<String, String>> + Send + use<'a> {
    let key = recovery.idempotency_key("effect");
    async move { Ok(key) }
}

#[operation(recover = written_out, once)]
async fn by_hand(_db: &Db, #[ask("Ticket?")] ticket: Ticket) -> Result<String, String> {
    Ok(ticket.id)
}

fn fits(_: impl Operation<Db>) {}

fn main() {
    fits(purge);
    fits(with_its_error);
    fits(by_hand);
    let _ = Db { outcomes: Default::default() };
}
