//! A purge of backups, as it is written and registered.

use askback::{Ask, Confirmed, Form, Operation, Recovery, operation};
use serde::{Deserialize, Serialize};

struct Db;

#[derive(Deserialize, schemars::JsonSchema)]
struct PurgeBackups {
    older_than_days: u32,
}

#[derive(Form)]
struct Ticket {
    id: String,
}

#[derive(Serialize)]
struct Purged {
    deleted: u64,
}

impl Db {
    async fn count_backups(&self, days: u32) -> Result<u64, std::io::Error> {
        Ok(days.into())
    }

    async fn purge(&self, _: u32, _: &str, _: String, _: Confirmed<'_>) -> Result<Purged, std::io::Error> {
        Ok(Purged { deleted: 1 })
    }
}

async fn purged_already(_: &Db, recovery: &Recovery<'_>) -> Result<Purged, askback::Error> {
    let key = recovery.idempotency_key("purge");
    Err(format!("nothing is known of {key}"))?
}

/// Delete old backups.
///
/// They cannot be brought back.
#[operation(recover = purged_already)]
async fn purge_backups(
    db: &Db,
    PurgeBackups { older_than_days }: PurgeBackups,
    #[step(db.count_backups(older_than_days).await?)] count: u64,
    #[ask("Ticket for the audit log")] ticket: Ticket,
    #[ask("Delete {count} backups older than {older_than_days} days?")] confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<Purged, askback::Error> {
    Ok(db.purge(older_than_days, &ticket.id, ask.idempotency_key("purge"), confirmed).await?)
}

fn is_operation<S: ?Sized>(operation: impl Operation<S>) -> impl Operation<S> {
    operation
}

fn main() {
    let operation = is_operation::<Db>(purge_backups);
    assert_eq!(operation.name(), "purge_backups");
    assert_eq!(operation.description(), Some("Delete old backups.\n\nThey cannot be brought back."));
    let schema = operation.input_schema();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["older_than_days"]["type"], "integer");
    assert_eq!(schema["required"], serde_json::json!(["older_than_days"]));
    let plan = purge_backups::plan();
    assert_eq!(
        plan.to_string(),
        "1. runs `count`, then asks `ticket` (form)\n\
         2. asks `confirmed` (confirmation; covers `ticket`)\n\
         3. the handler, which may ask more; no confirmation above covers that"
    );
    // Case: a variable of that name is one.
    let purge_backups = [purge_backups, purge_backups].len();
    assert_eq!(purge_backups, 2);
}
