//! A field is given its choices and its default once, and only a form can be sensitive.
use askback::{Confirmed, Consent, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Which?", choices(offer = ["a"], offer = ["b"]))] first: Pick,
        #[ask("Which?", choices(offer = ["a"]), default(offer = "a", offer = "b"))] second: Pick,
        #[ask("The password is old. Go?", sensitive = "it is not asked for")] sure: Confirmed,
        #[ask(url = "https://example.com/", message = "There", sensitive = "it is there")] visit: Consent,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
