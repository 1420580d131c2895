//! `#[operation]` stands alone: the others are for methods of an rmcp server.

use askback::{Form, interactive, operation};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[operation]
#[tool]
async fn above_tool(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
#[rmcp::prompt]
async fn above_prompt(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
#[interactive]
async fn above_interactive(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
#[operation(once)]
async fn twice(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[tool_router]
impl Server {
    #[interactive]
    #[operation]
    #[tool]
    async fn below_interactive(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {}
