//! An operation is a free `async fn` with one type, one name, and nothing borrowed from its call.

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

// Case: nothing can be awaited.
#[operation]
fn not_async(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

// Case: one name cannot be many functions.
#[operation]
async fn generic<T: Default, const N: usize>(_db: &Db) -> Result<usize, askback::Error> {
    Ok(N)
}

// Case: the result outlives what it is borrowed from.
#[operation]
async fn borrowing<'a>(name: &'a str) -> Result<&'a str, askback::Error> {
    Ok(name)
}

// Case: only a registry calls it.
#[operation]
unsafe extern "C" fn foreign(_db: &Db) -> Result<u8, askback::Error> {
    Ok(1)
}

// Case: there is nothing to run.
#[operation]
const NUMBER: u64 = 1;

fn main() {}
