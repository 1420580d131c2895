//! Without a state, the function of `recover` is given the recovery alone; with one, both.

use askback::{Form, Recovery, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

async fn nothing() -> Result<String, askback::Error> {
    Ok(String::new())
}

async fn both(_: &Db, _: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

async fn by_value(_: Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

#[operation(recover = nothing)]
async fn fewer(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = self::both)]
async fn no_state(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = by_value)]
async fn owned(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = nothing)]
async fn of_a_state(_: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

fn main() {}
