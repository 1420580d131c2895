//! `until`, `wait` and `check` where they have no place.
use askback::{Confirmed, Consent, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

const LONG: u64 = 30;

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Why?", until = true)] until_on_a_form: Details,
        #[ask("Go?", until = true, wait = 3)] until_on_a_gate: Confirmed,
        #[ask("Go?", until = true)] until_on_a_consent: Consent,
        #[ask("Why?", wait = 3)] wait_on_a_form: Details,
        #[ask(url = "https://example.com/", message = "Go", wait = 3)] wait_alone: Consent,
        #[ask(url = "https://example.com/", message = "Go", until = true, wait = 301)] too_long: Consent,
        #[ask(url = "https://example.com/", message = "Go", until = true, wait = "20")] no_number: Consent,
        #[ask(url = "https://example.com/", message = "Go", until = true, wait = LONG)] no_literal: Consent,
        #[ask(url = "https://example.com/", message = "Go", until = true, wait = 1.5)] no_integer: Consent,
        #[ask(url = "https://example.com/", message = "Go", check = Ok::<(), &str>(()))] check_on_a_visit: Consent,
        #[ask(url = "https://example.com/", message = "Go", until = itself.is_done())] itself: Consent,
        #[ask("Why?", check = self.rule(&later))] early: Details,
        #[ask("Why?")] later: Details,
        #[ask("Why?", validate = true, timeout = 3, check = a, check = b)] other_names: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
