//! A ticket stands in a URL, behind the host, once.
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
    async fn go(
        &self,
        #[ask(url = "https://{ask.ticket}.example.com/", message = "Go there")] host: Consent,
        #[ask(url = "https://example.com{ask.ticket}", message = "Go there")] end: Consent,
        #[ask(url = "https://example.com/{ask.ticket}?t={ask.ticket}", message = "Go there")] twice: Consent,
        #[ask(url = "https://example.com/{ask.tikcet}", message = "Go there")] other: Consent,
        #[ask(url = "https://example.com/{ask.ticket:?}", message = "Go there")] form: Consent,
        #[ask(url = "https://example.com/", message = "Go to {ask.ticket}")] message: Consent,
        #[ask("Is it {ask.ticket}?")] question: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {
    message!("Is it {ask.ticket}?");
}
