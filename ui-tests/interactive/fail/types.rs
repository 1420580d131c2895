//! What only types can tell: one error each, on the type or the key.
use askback::Answer;
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

struct NoForm;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn asked(
        &self,
        #[ask("Why?")] _number: u64,
        #[ask("Why?")] _answer: Answer<NoForm>,
        #[ask("Why?", when = true)] _always: Details,
        #[ask("Why?", when = true)] _inner: Option<NoForm>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn keys(
        &self,
        #[ask("Why?", typed = "yes", label = "Yes")] _details: Details,
        #[ask("Go?", choices(reason = ["a"]), default(reason = "b"))] _confirmed: Confirmed,
        #[ask("Go?", url = "https://example.com/")] _visit: Details,
        #[ask("Go?", covers = NoForm)] _covered: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn steps(&self, #[step(NoForm)] _value: NoForm) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
