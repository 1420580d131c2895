//! A prompt that asks for context; `#[prompt_handler]` stays as it is.

use askback::{Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptRequestParams, GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler, prompt, prompt_handler, prompt_router};
use serde::Deserialize;
use serde_json::json;

use crate::person::{ERAS, Reply, Script, connect};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Incident {
    id: u32,
}

#[derive(Debug, Form)]
struct Focus {
    topic: String,
}

#[derive(Clone)]
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
    const SCRIPT: Script = &[(
        "incident 7",
        Reply::Accept(|| json!({ "topic": "latency" })),
    )];
    for era in ERAS {
        let (client, asked) = connect(Desk, era, SCRIPT).await;
        let arguments = json!({ "id": 7 }).as_object().cloned().unwrap();
        let request = GetPromptRequestParams::new("incident_report").with_arguments(arguments);
        let result = client.get_prompt(request).await.unwrap();
        let said = serde_json::to_value(&result.messages).unwrap();
        assert_eq!(
            said[0]["content"]["text"], "Report on 7, about latency",
            "{era:?}"
        );
        assert_eq!(
            *asked.lock().unwrap(),
            ["What should the report on incident 7 focus on?"]
        );
    }
}

#[tokio::test]
async fn a_declined_prompt_is_an_error() {
    const SCRIPT: Script = &[("incident 7", Reply::Decline)];
    for era in ERAS {
        let (client, _) = connect(Desk, era, SCRIPT).await;
        let arguments = json!({ "id": 7 }).as_object().cloned().unwrap();
        let request = GetPromptRequestParams::new("incident_report").with_arguments(arguments);
        let error = client.get_prompt(request).await.unwrap_err().to_string();
        assert!(error.contains("-31001"), "{error}");
    }
}
