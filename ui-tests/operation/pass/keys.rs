//! Every key, and what the plan and the description make of it.

use askback::{Confirmed, Form, Operation, Recovery, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

async fn found(_: &Db, recovery: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(recovery.idempotency_key("tidy"))
}

/// Tidies up.
#[operation(
    name = "backups.tidy-up",
    ttl = 86_400,
    rounds = 5,
    once,
    recover = self::found,
    guidance = "Use the website",
    non_destructive,
    crate = ::askback
)]
async fn tidy_up(
    _db: &Db,
    #[ask("Why?")] details: Details,
    #[ask("Go?", plain)] confirmed: Confirmed,
) -> Result<String, askback::Error> {
    drop(confirmed);
    Ok(details.reason)
}

fn main() {
    let operation: &dyn Operation<Db> = &tidy_up;
    assert_eq!(operation.name(), "backups.tidy-up");
    assert_eq!(operation.description(), Some("Tidies up."));
    assert_eq!(tidy_up::plan().rounds().len(), 2);
}
