//! Keys that are not known, not in place or not of the right kind.
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(tll = 60, rounds = "many", guidance = "", unsealed = true, frobnicate, timeout = 3)]
    #[tool]
    async fn handler(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(ttl = 10)]
    #[tool]
    async fn ttl(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn question(
        &self,
        #[ask] a: Details,
        #[ask()] b: Details,
        #[ask("Why?", wen = true, title = "x", choices = 1, choices())] c: Details,
        #[ask("Go?", lable = "yes", label = "y", label = "z", plain = 1, covers = 1, "late")] d: Confirmed,
        #[step] e: u64,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
