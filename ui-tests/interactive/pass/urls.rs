//! Visits: placeholders, addresses computed now, and a visit that may be refused.

use askback::{Answer, Consent, interactive};
use rmcp::{tool, tool_router};

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn connect(
        &self,
        #[step("a b/c".to_owned())] link: String,
        #[ask(url = "https://app.example.com/connect/{link}?from={link}#{link}", message = "Connect {link}")]
        _connected: Consent,
    ) -> Result<String, askback::Error> {
        Ok("connected".to_owned())
    }

    #[interactive]
    #[tool]
    async fn perhaps(
        &self,
        #[step("https://app.example.com/x".to_owned())] address: String,
        #[ask(url = address.clone(), message = "Connect")] connected: Answer<Consent>,
    ) -> Result<String, askback::Error> {
        Ok(connected.accepted().is_some().to_string())
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 2);
}
