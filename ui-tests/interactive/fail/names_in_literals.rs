//! What stands between the braces of a literal and is no name, or a raw one: the compiler's or our own words, no panic.

use askback::{Consent, Form, interactive, message};
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
    async fn raw(&self, #[step(1)] _type: u8, #[ask("Why {r#type}?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn lexed(&self, #[ask("Why {a#b}?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn no_letter(&self, #[ask("Why {²}?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn missing(
        &self,
        #[ask(url = "https://example.com/{r#missing}", message = "Go")] _visit: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn as_you_go() {
    message!("Why {r#type}?");
}

fn main() {}
