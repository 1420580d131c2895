//! Mistakes of the author's own are said where they are, beside those of the signature.

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

#[operation(tll = 60)]
async fn both(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    details.reason.missing();
    Ok(details.reason)
}

#[operation]
async fn body(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reasons)
}

fn main() {}
