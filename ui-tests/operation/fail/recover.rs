//! `recover` is the path of a function of the state and the recovery, which gives what the operation gives.

use askback::{Form, Recovery, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

async fn of_another_state(_: &str, _: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

async fn of_no_state(_: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

async fn of_another_result(_: &Db, _: &Recovery<'_>) -> Result<u8, askback::Error> {
    Ok(1)
}

fn not_async(_: &Db, _: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

async fn not_send(_: &Db, _: &Recovery<'_>) -> Result<String, askback::Error> {
    let kept = std::rc::Rc::new(1);
    std::future::ready(()).await;
    Ok(kept.to_string())
}

async fn with_the_arguments(_: &Db, _: u32, _: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

#[operation(recover = of_another_state)]
async fn another_state(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = of_no_state)]
async fn no_state(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = of_another_result)]
async fn another_result(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = not_async)]
async fn sync(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = not_send)]
async fn stays_here(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = with_the_arguments)]
async fn arguments(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = of_another_result)]
async fn stateless(#[ask("Why?")] details: Details) -> Result<u8, askback::Error> {
    Ok(details.reason.len() as u8)
}

#[operation(recover = missing)]
async fn unknown(_db: &Db, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

fn main() {}
