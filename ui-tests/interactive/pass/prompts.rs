//! Prompts, with and without arguments.

use askback::{Answer, Ask, Form, Principal, interactive};
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler, prompt, prompt_handler, prompt_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Incident {
    id: u32,
}

#[derive(Form)]
struct Focus {
    topic: String,
}

struct Desk {
    prompt_router: PromptRouter<Self>,
}

#[prompt_router]
impl Desk {
    /// A report.
    #[interactive]
    #[prompt]
    async fn report(
        &self,
        Parameters(Incident { id }): Parameters<Incident>,
        user: Principal,
        #[ask("What about {id}?")] focus: Focus,
    ) -> Result<GetPromptResult, ErrorData> {
        let text = format!("{user:?} on {id}: {}", focus.topic);
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
    }

    #[interactive]
    #[prompt(name = "free")]
    async fn without_arguments(
        &self,
        #[ask("What?")] focus: Answer<Focus>,
        ask: &mut Ask,
    ) -> Result<Vec<PromptMessage>, askback::Error> {
        let Focus { topic } = match focus.accepted() {
            Some(focus) => focus,
            None => ask.form("again", "Really nothing?").await?,
        };
        Ok(vec![PromptMessage::new_text(Role::User, topic)])
    }
}

#[prompt_handler]
impl ServerHandler for Desk {}

fn main() {
    let prompt = Desk::report_prompt_attr();
    assert_eq!(prompt.description.as_deref(), Some("A report."));
    let arguments = prompt.arguments.unwrap();
    assert_eq!(arguments[0].name, "id");
    assert_eq!(Desk::prompt_router().list_all().len(), 2);
}
