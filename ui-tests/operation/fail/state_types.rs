//! What the compiler finds about states: another than the registry's, and one that cannot be shared.

use std::cell::Cell;

use askback::{Operation, operation};

struct Db;

struct ByHand;

struct Cache;

struct Count(Cell<u8>);

#[operation]
async fn of_cache(_cache: &Cache) -> Result<u8, askback::Error> {
    Ok(1)
}

// Case: calls on several threads share it.
#[operation]
async fn of_cell(count: &Count) -> Result<u8, askback::Error> {
    Ok(count.0.get())
}

fn register(_: impl Operation<Db>) {}

fn main() {
    // Case: the registry has another state.
    register(of_cache);
    // Case: it is no operation at all.
    register(ByHand);
}
