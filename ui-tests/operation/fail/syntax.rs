//! What is no Rust is said by the compiler alone, once; so is a name that stands twice.

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

#[operation]
async fn in_the_body(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(1 +)
}

#[operation]
async fn in_the_signature(rows: u8 #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn in_an_attribute(#[ask("Why {}?", details.)] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn twice(#[ask("Why?")] details: Details, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
struct NoFunction;

#[operation]
static NOR_THIS: fn() = || {};

fn main() {}
