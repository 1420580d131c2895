//! What `check` and `until` give, and what they are asked about: the compiler's own errors, each once.
use askback::{Answer, Confirmed, Consent, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

type Approval<'call> = Confirmed<'call>;

struct Secret;

struct Server;

#[tool_router]
impl Server {
    async fn has(&self) -> Result<bool, std::io::Error> {
        Ok(true)
    }

    async fn is_good(&self, _: &Details) -> Result<Result<(), String>, std::io::Error> {
        Ok(Ok(()))
    }

    #[interactive]
    #[tool]
    async fn not_a_bool(
        &self,
        #[ask(url = "https://example.com/", message = "Go", until = self.has().await)] _visit: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_such_name(
        &self,
        #[ask(url = "https://example.com/", message = "Go", until = self.had().await?)] _visit: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_verdict(
        &self,
        #[ask("Why?", check = details.reason.is_empty())] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn another_success(
        &self,
        #[ask("Why?", check = details.reason.parse::<u32>())] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn a_rule_that_fails_itself(
        &self,
        #[ask("Why?", check = self.is_good(&details).await)] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn not_shown(
        &self,
        #[ask("Why?", check = Err::<(), _>(Secret))] _details: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_form(
        &self,
        #[ask("Go?", when = true, check = Ok::<(), String>(()))] _confirmed: Option<Answer<Confirmed>>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_form_under_another_name(
        &self,
        #[ask("Go?", check = Ok::<(), String>(()))] _approval: Approval<'_>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
