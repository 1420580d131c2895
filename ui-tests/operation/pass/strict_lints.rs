//! What is generated passes the strictest lints, and those of the author's own are about the author's code.
#![deny(warnings, missing_docs, unused, unreachable_pub, missing_debug_implementations, missing_copy_implementations)]
#![deny(elided_lifetimes_in_paths, single_use_lifetimes, unused_qualifications, unused_lifetimes, unused_results)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::unwrap_used, clippy::expect_used)]
#![forbid(unsafe_code)]

use askback::{Ask, Confirmed, Form, Operation, Principal, Recovery, operation};

/// Details.
#[derive(Form)]
struct Details {
    /// Why?
    reason: String,
}

struct Db;

/// Arguments.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    table: String,
}

async fn found(_: &Db, recovery: &Recovery<'_>) -> Result<String, askback::Error> {
    std::future::ready(Ok(recovery.idempotency_key("x"))).await
}

/// Asks.
#[operation(once, recover = found)]
async fn asks(
    _db: &Db,
    user: Principal,
    Args { table }: Args,
    #[step(table.len())] length: usize,
    #[ask("Why {length}?")] details: Details,
    #[ask("Go?")] confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<String, askback::Error> {
    drop(confirmed);
    let more: Details = ask.form("more", "More?").await?;
    Ok(format!("{user:?} {table} {} {}", details.reason, more.reason))
}

/// Does not ask.
#[operation]
#[expect(clippy::unused_async, reason = "nothing is awaited")]
async fn nothing() -> Result<u8, askback::Error> {
    Ok(1)
}

fn main() {
    let asks: &dyn Operation<Db> = &asks;
    let nothing: &dyn Operation<Db> = &nothing;
    assert_eq!((asks.name(), nothing.name()), ("asks", "nothing"));
}
