//! A confirmation lives as long as its call, and a parameter has a type that can be written out.

use askback::{Answer, Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Purge;

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go<'a>(
        &'a self,
        #[ask("Go?")] first: Confirmed<'static>,
        #[ask("Go?", when = true)] second: Option<Answer<Confirmed<'a, Purge>>>,
        #[ask("Go?")] third: Confirmed<'_>,
        #[ask("Why?")] details: impl Form,
        #[step(1)] number: impl Copy,
        argument: impl Sized,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn lent(&self, #[ask("Why?")] details: &Details) -> Result<String, askback::Error> {
        Ok(details.reason.clone())
    }
}

fn main() {}
