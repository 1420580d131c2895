//! `recover` of an operation without a state is given a `Recovery` alone, and gives what the operation gives.

use askback::{Form, Recovery, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

async fn of_another_result(_: &Recovery<'_>) -> Result<u8, askback::Error> {
    Ok(1)
}

fn not_async(_: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(String::new())
}

#[operation(recover = of_another_result)]
async fn another_result(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation(recover = not_async)]
async fn sync(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

fn main() {}
