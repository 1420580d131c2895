//! What cannot be sent to another thread is shown where the author holds it over an `await`, and nothing is said of what the
//! macro made.

use std::cell::Cell;
use std::rc::Rc;

use askback::{Ask, Form, interactive};
use rmcp::model::GetPromptResult;
use rmcp::{prompt, prompt_router, tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

async fn other() {}

// Case async-handler-future-is-send.
#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn while_asking(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let counted = Rc::new(1);
        let details: Details = ask.form("details", "Why?").await?;
        drop(counted);
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn in_the_body(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        let cell = Cell::new(1);
        let lent = &cell;
        other().await;
        lent.set(2);
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn in_a_step(
        &self,
        #[step({
            let counted = Rc::new(1);
            other().await;
            *counted
        })]
        _rows: u64,
        #[ask("Why?")] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

#[prompt_router]
impl Server {
    #[interactive]
    #[prompt]
    async fn of_a_prompt(&self, #[ask("Why?")] details: Details) -> Result<GetPromptResult, askback::Error> {
        let counted = Rc::new(details.reason);
        other().await;
        Ok(GetPromptResult::new(vec![rmcp::model::PromptMessage::new_text(
            rmcp::model::Role::User,
            counted.to_string(),
        )]))
    }
}

fn main() {}
