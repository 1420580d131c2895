//! A question has one message.
use askback::{Consent, Form, interactive};
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
        #[ask("Why?", message = "Why, again?")] details: Details,
        #[ask("Look", url = "https://example.com/", message = "Look here")] visit: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
