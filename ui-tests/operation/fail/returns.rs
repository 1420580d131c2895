//! An operation gives a `Result` of what JSON can say, with an error that lets a pause out.

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Unwritable;

struct OwnError;

#[derive(Debug)]
struct NoPause;

impl std::fmt::Display for NoPause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no pause")
    }
}

impl std::error::Error for NoPause {}

impl From<askback::Pause> for OwnError {
    fn from(_: askback::Pause) -> Self {
        OwnError
    }
}

#[operation]
async fn nothing(#[ask("Why?")] details: Details) {
    drop(details);
}

#[operation]
async fn text(#[ask("Why?")] details: Details) -> String {
    details.reason
}

#[operation]
async fn option(#[ask("Why?")] details: Details) -> Option<String> {
    Some(details.reason)
}

// Case: the value is no JSON.
#[operation]
async fn unwritable(#[ask("Why?")] details: Details) -> Result<Unwritable, askback::Error> {
    drop(details);
    Ok(Unwritable)
}

// Case: the error cannot be made of a pause.
#[operation]
async fn no_pause(#[ask("Why?")] details: Details) -> Result<String, NoPause> {
    Ok(details.reason)
}

// Case: the error cannot be told.
#[operation]
async fn no_error(#[ask("Why?")] details: Details) -> Result<String, OwnError> {
    Ok(details.reason)
}

fn main() {}
