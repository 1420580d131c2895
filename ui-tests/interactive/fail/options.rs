//! An `Option` without `when`: what declining means is another type's.
use askback::{Answer, Confirmed, Consent, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Why {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Why?")] form: Option<Why>,
        #[ask("Why?")] decided: std::option::Option<Answer<Why>>,
        #[ask(url = "https://example.com/", message = "Go")] visit: Option<Consent>,
        #[ask("Go?", typed = "go")] confirmed: Option<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
