//! Keys that need a tool, a reason or no state.

use askback::{Answer, Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool(annotations(destructive_hint = false))]
    async fn plain(&self, #[ask("Go on?", plain)] confirmed: Answer<Confirmed>) -> Result<String, askback::Error> {
        Ok(format!("{}", confirmed.accepted().is_some()))
    }

    #[interactive(unsealed, rounds = 1)]
    #[tool]
    async fn unsealed(
        &self,
        #[step(())] _: (),
        #[ask("Why?")] first: Details,
        #[ask("And why?", when = true)] second: Option<Details>,
    ) -> Result<String, askback::Error> {
        Ok(first.reason + &second.map(|details| details.reason).unwrap_or_default())
    }

    #[interactive]
    #[tool]
    async fn sensitive(
        &self,
        #[ask("Which design token?", sensitive = "names a colour")] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[cfg(all())]
    #[allow(unused_variables)]
    #[tool]
    #[doc(alias = "other")]
    async fn kept(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

impl Server {
    #[interactive]
    #[cfg(any())]
    #[tool]
    async fn left_out(&self, #[ask("Why?")] details: Missing) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 4);
}
