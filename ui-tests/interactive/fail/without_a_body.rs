//! A handler that is only declared.
use askback::{Confirmed, interactive};
use rmcp::tool;

struct Server;

impl Server {
    #[interactive]
    #[tool]
    async fn go(&self, #[ask("Go?")] ok: Confirmed) -> Result<String, askback::Error>;
}

fn main() {}
