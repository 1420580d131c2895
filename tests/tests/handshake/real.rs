//! rmcp's own client, in memory.

use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService};
use rmcp::{ClientHandler, ErrorData, RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::desk::Desk;

/// A person who answers every form alike, after a while.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) action: ElicitationAction,
    pub(crate) content: Option<Value>,
    pub(crate) after: Duration,
}

impl Person {
    pub(crate) fn who(action: ElicitationAction, content: Option<Value>) -> Self {
        Self {
            action,
            content,
            after: Duration::ZERO,
        }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let mut info = ClientConfig::new(capabilities, Implementation::new("person", "1"));
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        info
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams {
            requested_schema, ..
        } = request
        else {
            return Err(ErrorData::invalid_params("only forms", None));
        };
        sleep(self.after).await;
        let mut result = ElicitResult::new(self.action.clone());
        // A gate has one field, whatever its name.
        result.content = match (&self.content, requested_schema.properties.keys().next()) {
            (Some(Value::Bool(yes)), Some(name)) => Some(json!({ name: yes })),
            (content, _) => content.clone(),
        };
        Ok(result)
    }
}

pub(crate) async fn call(
    client: &RunningService<RoleClient, Person>,
    tool: &str,
) -> CallToolResult {
    let request = CallToolRequestParams::new(tool.to_owned());
    client.call_tool(request).await.unwrap()
}

async fn connect(person: Person) -> (RunningService<RoleClient, Person>, crate::desk::Effects) {
    let (server, effects) = Desk::new();
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let running = server.serve(near).await.unwrap();
        running.waiting().await.unwrap();
    });
    let client = person
        .serve_with_lifecycle(far, ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    (client, effects)
}

#[tokio::test]
async fn a_gate_opens_on_yes_alone() {
    use ElicitationAction::{Accept, Cancel, Decline};
    for (action, content, opens) in [
        (Accept, Some(json!(true)), true),
        (Accept, Some(json!(false)), false),
        (Decline, None, false),
        (Decline, Some(json!(true)), false),
        (Cancel, None, false),
    ] {
        let (client, effects) = connect(Person::who(action, content)).await;
        let result = call(&client, "gate").await;
        assert_eq!(result.is_error == Some(true), !opens, "{result:?}");
        assert_eq!(effects.count(), usize::from(opens));
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_person_is_waited_for() {
    let mut person = Person::who(ElicitationAction::Accept, Some(json!(true)));
    person.after = Duration::from_secs(95);
    let (client, effects) = connect(person).await;
    let result = call(&client, "gate").await;
    assert_ne!(result.is_error, Some(true), "{result:?}");
    assert_eq!(effects.count(), 1);
}

#[tokio::test]
async fn a_form_is_read() {
    let content = json!({"severity": "high", "teams": ["db"]});
    let (client, effects) = connect(Person::who(ElicitationAction::Accept, Some(content))).await;
    let result = call(&client, "form").await;
    let text = &result.content[0].as_text().unwrap().text;
    assert_eq!(text, "High [Db]");
    assert_eq!(effects.count(), 1);
}
