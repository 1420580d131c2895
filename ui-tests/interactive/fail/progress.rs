//! How far the work is: a number, a number or nothing, a text or nothing.
use askback::{Ask, interactive};
use rmcp::{tool, tool_router};

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn copy(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report("3", 10, "copying");
        progress.report(3, Some(10_u8), "copying");
        progress.report(3, 10, Some(String::from("copying")));
        Ok(String::new())
    }
}

fn main() {}
