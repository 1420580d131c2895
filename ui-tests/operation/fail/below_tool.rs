//! `#[tool]` has gone over the function already.

use askback::{Form, operation};
use rmcp::tool;

#[derive(Form)]
struct Details {
    reason: String,
}

#[tool]
#[operation]
async fn below_tool(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

fn main() {}
