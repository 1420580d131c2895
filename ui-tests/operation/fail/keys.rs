//! Keys of `#[operation]`: all that is wrong with them at once.

use askback::operation;

#[operation(tll = 60, rounds = 0, once = true, recovers = found, read_only, description = "x")]
async fn keys() -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation(ttl = 86_401, ttl = 60, "text", guidance = "", name = "a b", non_destructive = true, unsealed)]
async fn values() -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation(destructive_hint = false, timeout = 5, state = Db, frobnicate, annotations(read_only_hint = true))]
async fn foreign() -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation]
async fn löschen() -> Result<u8, askback::Error> {
    Ok(1)
}

fn main() {}
