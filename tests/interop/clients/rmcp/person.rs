//! Who answers the questions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, FormElicitationCapability, Implementation, ProgressNotificationParam,
    UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::job::{Answer, Scenario, What};
use crate::say;

const NEXT: &str = "the next question, or the end,";

/// Answers from a scenario, and says what was asked. A clone is the same person.
#[derive(Clone, Default)]
pub(crate) struct Person {
    at: Arc<Mutex<At>>,
    gone: Arc<AtomicBool>,
}

/// Where the person is in the job.
#[derive(Default)]
struct At {
    scenario: String,
    answers: Vec<Answer>,
    call: String,
    waits_for: String,
}

impl Person {
    pub(crate) async fn begin(&self, scenario: &Scenario) {
        let mut at = self.at.lock().await;
        at.scenario.clone_from(&scenario.id);
        at.answers.clone_from(&scenario.answers);
    }

    pub(crate) async fn call(&self, what: &What) {
        self.at.lock().await.call = match what {
            What::Tool(name) => format!("tools/call {name}"),
            What::Prompt(name) => format!("prompts/get {name}"),
            What::Resource(uri) => format!("resources/read {uri}"),
        };
        self.wait_for("the first question, or the end,").await;
    }

    /// Says nothing from now on: what comes late belongs to no scenario.
    pub(crate) fn leave(&self) {
        self.gone.store(true, Ordering::SeqCst);
    }

    pub(crate) async fn waits_for(&self) -> String {
        self.at.lock().await.waits_for.clone()
    }

    /// A line of the report about this scenario.
    pub(crate) async fn say(&self, key: &str, value: Value) {
        self.tell(json!({ key: value })).await;
    }

    async fn tell(&self, mut line: Value) {
        line["scenario"] = json!(self.at.lock().await.scenario);
        if !self.gone.load(Ordering::SeqCst) {
            say(&line);
        }
    }

    async fn wait_for(&self, what: &str) {
        let waits_for = {
            let mut at = self.at.lock().await;
            at.waits_for = format!("{what} of {}", at.call);
            at.waits_for.clone()
        };
        self.say("waiting", json!(waits_for)).await;
    }

    /// The first answer about this that was not given yet.
    async fn answer(&self, message: &str) -> Option<Answer> {
        let answers = &mut self.at.lock().await.answers;
        let fits = |answer: &Answer| message.contains(&answer.about);
        let place = answers.iter().position(fits)?;
        Some(answers.remove(place))
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let elicitation = ElicitationCapability::new()
            .with_form(FormElicitationCapability::new())
            .with_url(UrlElicitationCapability::new());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(elicitation);
        ClientConfig::new(capabilities, Implementation::new("rmcp-driver", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let (message, asked) = read(request)?;
        let answer = self.answer(&message).await;
        let answered = answer.as_ref().map(|answer| {
            let mut answered = json!({"action": answer.action});
            if let Some(content) = &answer.content {
                answered["content"] = content.clone();
            }
            answered
        });
        let line = json!({"asked": asked, "answered": answered});
        self.tell(line).await;
        let Some(answer) = answer else {
            self.wait_for(NEXT).await;
            return Ok(ElicitResult::new(ElicitationAction::Cancel));
        };
        if answer.after > 0 {
            self.wait_for("the person, at a question").await;
        }
        tokio::select! {
            () = sleep(Duration::from_millis(answer.after)) => {}
            () = context.ct.cancelled() => {
                return Err(ErrorData::internal_error("the question was withdrawn", None));
            }
        }
        self.wait_for(NEXT).await;
        let action = match answer.action.as_str() {
            "accept" => ElicitationAction::Accept,
            "decline" => ElicitationAction::Decline,
            "cancel" => ElicitationAction::Cancel,
            _ => {
                return Err(ErrorData::internal_error(
                    "the handler fails, as the job says",
                    None,
                ));
            }
        };
        let mut result = ElicitResult::new(action);
        result.content = answer.content;
        Ok(result)
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let mut told = json!({"progress": progress.progress});
        if let Some(total) = progress.total {
            told["total"] = json!(total);
        }
        if let Some(message) = progress.message {
            told["message"] = json!(message);
        }
        self.say("progress", told).await;
    }
}

/// The message of a question, and the question as the report has it.
fn read(request: ElicitRequestParams) -> Result<(String, Value), ErrorData> {
    match request {
        ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema: schema,
            ..
        } => {
            let asked = json!({"mode": "form", "message": message, "schema": schema});
            Ok((message, asked))
        }
        ElicitRequestParams::UrlElicitationParams {
            message,
            url,
            elicitation_id: id,
            ..
        } => {
            let mut asked = json!({"mode": "url", "message": message, "url": url});
            // rmcp gives an empty one where there is none.
            if !id.is_empty() {
                asked["elicitationId"] = json!(id);
            }
            Ok((message, asked))
        }
        _ => Err(ErrorData::invalid_params("neither a form nor a URL", None)),
    }
}
