//! A state is any shared type, behind a reference that is taken apart, renamed or given a lifetime.

use std::borrow::Cow;
use std::sync::Mutex;

use askback::{Form, Operation, Recovery, operation};

trait Store: Send + Sync {
    fn name(&self) -> String;
}

struct Db {
    pool: Mutex<Vec<u8>>,
    name: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

// Case: the pattern's names are seen by expressions and by the body.
#[operation]
async fn taken_apart(
    Db { pool, name }: &Db,
    #[step(pool.lock().map_or(0, |pool| pool.len()))] size: usize,
    #[ask("{name} has {size}. Why?")] details: Details,
) -> Result<String, askback::Error> {
    pool.lock().map_err(|_| "poisoned")?.push(1);
    Ok(format!("{name} {}", details.reason))
}

#[operation]
async fn with_a_lifetime<'db>(db: &'db Db, #[ask("{}?", db.name)] details: Details) -> Result<String, askback::Error> {
    let name: &'db str = &db.name;
    Ok(name.to_owned() + &details.reason)
}

// Case: it stands last, and is not used.
#[operation]
async fn last(#[ask("Why?")] details: Details, _: &Db) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn of_a_trait(store: &dyn Store, #[ask("{}?", store.name())] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

async fn found(store: &(dyn Store + 'static), _: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(store.name())
}

#[operation(recover = found)]
async fn recovered(_: &dyn Store, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn of_text(text: &str, #[ask("{text}?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn of_many((db, text): &(Db, Cow<'static, str>), #[ask("{text}?")] details: Details) -> Result<String, askback::Error> {
    Ok(format!("{} {}", db.name, details.reason))
}

fn fits<S: ?Sized>(_: impl Operation<S>) {}

fn main() {
    fits::<Db>(taken_apart);
    fits::<Db>(with_a_lifetime);
    fits::<Db>(last);
    fits::<dyn Store>(of_a_trait);
    fits::<dyn Store>(recovered);
    fits::<str>(of_text);
    fits::<(Db, Cow<'static, str>)>(of_many);
}
