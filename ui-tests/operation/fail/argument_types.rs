//! What the arguments' type has to implement; a question that lost its attribute looks the same.

use askback::{Form, operation};

struct Nothing;

#[derive(serde::Deserialize)]
struct WithoutSchema {
    days: u32,
}

#[derive(Form)]
struct Details {
    reason: String,
}

// Case: neither read nor described.
#[operation]
async fn unreadable(args: Nothing) -> Result<u8, askback::Error> {
    drop(args);
    Ok(1)
}

// Case: read, and not described.
#[operation]
async fn undescribed(args: WithoutSchema) -> Result<u32, askback::Error> {
    Ok(args.days)
}

// Case: a question without `#[ask]`, whose name is mentioned too.
#[operation]
async fn unasked(details: Details, #[step(details.reason.len())] length: usize) -> Result<usize, askback::Error> {
    Ok(length)
}

fn main() {}
