//! A prompt that asks for context; `#[prompt_handler]` stays as it is.

use askback::testing::{Era, Tester};
use askback::{Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler, prompt, prompt_handler, prompt_router};
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Incident {
    id: u32,
}

#[derive(Debug, Form)]
struct Focus {
    topic: String,
}

struct Desk;

impl Desk {
    fn report(&self, id: u32, focus: Focus) -> GetPromptResult {
        let text = format!("Report on {id}, about {}", focus.topic);
        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
    }
}

#[prompt_router]
impl Desk {
    #[interactive]
    #[prompt]
    async fn incident_report(
        &self,
        Parameters(Incident { id }): Parameters<Incident>,
        #[ask("What should the report on incident {id} focus on?")] focus: Focus,
    ) -> Result<GetPromptResult, ErrorData> {
        Ok(self.report(id, focus))
    }
}

#[prompt_handler]
impl ServerHandler for Desk {}

#[tokio::test]
async fn a_prompt_asks_too() {
    for era in Era::ALL {
        let person = Tester::new(Desk).era(era);
        let asked = person
            .prompt("incident_report", json!({ "id": 7 }))
            .await
            .expect_form("focus");
        assert_eq!(
            asked.message(),
            "What should the report on incident 7 focus on?"
        );
        let done = asked.answer(json!({ "topic": "latency" })).await.finish();
        assert_eq!(done.text(), "Report on 7, about latency", "{era}");
    }
}

#[tokio::test]
async fn a_declined_prompt_is_an_error() {
    for era in Era::ALL {
        let person = Tester::new(Desk).era(era);
        let asked = person
            .prompt("incident_report", json!({ "id": 7 }))
            .await
            .expect_form("focus");
        let declined = asked.decline().await.expect_declined("focus");
        assert_eq!(declined.error_code(), Some(-31_001), "{era}");
    }
}
