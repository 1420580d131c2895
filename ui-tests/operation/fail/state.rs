//! The state is one, shared, and the registry's.

use askback::{Ask, Form, Operation, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

struct Cache;

struct Borrowed<'a>(&'a str);

// Case: two states.
#[operation]
async fn two(_db: &Db, _cache: &Cache, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

// Case: calls that run at the same time share it.
#[operation]
async fn to_change(db: &mut Db, ask: &mut Ask) -> Result<String, askback::Error> {
    let _ = db;
    let details: Details = ask.form("details", "Why?").await?;
    Ok(details.reason)
}

// Case: `#[state]` is of another kind.
#[operation]
async fn with_attribute(#[state] _db: &mut Db) -> Result<u8, askback::Error> {
    Ok(1)
}

// Case: the registry owns it.
#[operation]
async fn borrowed<'a>(state: &Borrowed<'a>) -> Result<usize, askback::Error> {
    Ok(state.0.len())
}

// Case: a type parameter in other words.
#[operation]
async fn any_state(state: &(impl Send + Sync)) -> Result<u8, askback::Error> {
    let _ = state;
    Ok(1)
}

fn register(_: impl Operation<Db>) {}

// What was refused is an operation all the same.
fn main() {
    register(two);
    register(to_change);
    register(borrowed);
}
