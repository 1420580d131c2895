//! A parameter's name is its key.
use askback::Ask;
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Why?")] details: Details,
        #[ask("Again, why?")] _details: Details,
        #[ask("Why?")] _: Details,
        #[ask("Why?")] Details { reason }: Details,
        #[step(1)] _: u64,
        #[step(1)] größe: u64,
        #[step(1)] __: u64,
        #[step(1)] __askback_x: u64,
        #[step(1)] #[ask("Go?")] confirmed: Confirmed,
        #[cfg(unix)] #[step(1)] one: u64,
        ask: &mut Ask,
        more: &mut Ask,
        server: &str,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
