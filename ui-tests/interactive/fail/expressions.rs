//! Mistakes in the author's own expressions, messages and body are the compiler's to report, where they are.
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

struct Hidden;

#[tool_router]
impl Server {
    fn hidden(&self) -> Hidden {
        Hidden
    }

    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[step("one")] rows: u64,
        #[step(self.count(rows).await?)] count: u64,
        #[ask("Why {nothing}?")] details: Details,
        #[ask("{details}, {}, {} and {:?}?", self.hidden(), rows)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        let text: String = rows;
        Ok(confirmed)
    }

    #[interactive]
    #[tool]
    async fn display(
        &self,
        #[ask("Why?")] details: Details,
        #[ask("{details} and {}?", self.hidden())] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(details.reason)
    }
}

fn main() {}
