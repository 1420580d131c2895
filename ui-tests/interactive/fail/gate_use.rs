//! What cannot be done with a confirmation.
use std::sync::Mutex;
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

struct Purge;
struct Rename;

static KEPT: Mutex<Option<Confirmed<'static>>> = Mutex::new(None);

fn purge(_: Confirmed<'_, Purge>) {}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn other(&self, #[ask("Rename?")] confirmed: Confirmed<Rename>) -> Result<String, askback::Error> {
        purge(confirmed);
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn twice(&self, #[ask("Purge?")] confirmed: Confirmed<Purge>) -> Result<String, askback::Error> {
        purge(confirmed);
        purge(confirmed);
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn kept(&self, #[ask("Purge?")] confirmed: Confirmed) -> Result<String, askback::Error> {
        *KEPT.lock().unwrap() = Some(confirmed);
        Ok(String::new())
    }
}

fn main() {}
