//! `#[tool]` has changed the function when it stands above.
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[tool]
    #[interactive]
    async fn go(
        &self,
        #[ask("Why?")] details: Details,
        #[ask("Go?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(details.reason)
    }
}

fn main() {}
