//! A URL's host is written out, and a consent is to a URL.
use askback::Consent;
use askback::{Form, interactive};
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
        #[step(1)] id: u64,
        #[ask(url = "http://example.com/", message = "Go there")] scheme: Consent,
        #[ask(url = "https://{id}.example.com/", message = "Go there")] host: Consent,
        #[ask(url = "https://example.com{id}", message = "Go there")] end: Consent,
        #[ask(url = "{id}", message = "Go there")] all: Consent,
        #[ask(url = "https://user@example.com/{id}", message = "Go there")] user: Consent,
        #[ask(url = "https://example.com/{id:?}/{}", message = "Go there")] spec: Consent,
        #[ask(url = "https://example.com/")] message: Consent,
        #[ask("Go there")] url: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
