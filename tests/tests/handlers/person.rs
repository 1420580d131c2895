//! A client whose person answers from a script, and remembers what was asked.

use std::sync::{Arc, Mutex};

use askback::rmcp::Served;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProgressNotificationParam, ProtocolVersion, UrlElicitationCapability,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RoleClient,
    RunningService,
};
use rmcp::{ClientHandler, ServerHandler, ServiceExt};
use serde_json::{Value, json};

/// Which lifecycle the client speaks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Era {
    Modern,
    Handshake,
}

pub(crate) const ERAS: [Era; 2] = [Era::Modern, Era::Handshake];

/// What the person answers to a message that contains a text. What is no object answers the one field that there is.
pub(crate) type Script = &'static [(&'static str, Reply)];

#[derive(Clone)]
pub(crate) enum Reply {
    Accept(fn() -> Value),
    Decline,
}

#[derive(Clone)]
pub(crate) struct Person {
    era: Era,
    script: Script,
    asked: Arc<Mutex<Vec<String>>>,
    heard: Arc<Mutex<Vec<ProgressNotificationParam>>>,
}

impl Person {
    /// The progress of which it was told, once that is `count` updates.
    pub(crate) async fn heard(&self, count: usize) -> Vec<ProgressNotificationParam> {
        // A client that receives a notification before a result may handle it after that.
        while self.heard.lock().unwrap().len() < count {
            tokio::task::yield_now().await;
        }
        self.heard.lock().unwrap().clone()
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder()
            .enable_elicitation_with(
                ElicitationCapability::new()
                    .with_form(FormElicitationCapability::default())
                    .with_url(UrlElicitationCapability::default()),
            )
            .build();
        let mut info = ClientConfig::new(capabilities, Implementation::new("person", "1"));
        if let Era::Handshake = self.era {
            info.protocol_version = ProtocolVersion::V_2025_11_25;
        }
        info
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.heard.lock().unwrap().push(progress);
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let (message, schema) = match request {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => (message, Some(requested_schema)),
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                (format!("{message} <{url}>"), None)
            }
            _ => return Err(ErrorData::invalid_params("another mode", None)),
        };
        self.asked.lock().unwrap().push(message.clone());
        let reply = self
            .script
            .iter()
            .find(|(text, _)| message.contains(text))
            .map(|(_, reply)| reply);
        Ok(match reply {
            None => {
                return Err(ErrorData::internal_error(
                    format!("nobody expected {message:?}"),
                    None,
                ));
            }
            Some(Reply::Decline) => ElicitResult::new(ElicitationAction::Decline),
            Some(Reply::Accept(content)) => {
                let accept = ElicitResult::new(ElicitationAction::Accept);
                match (
                    content(),
                    schema.as_ref().and_then(|it| it.properties.keys().next()),
                ) {
                    (_, None) => accept,
                    (content @ Value::Object(_), _) => accept.with_content(content),
                    (value, Some(field)) => accept.with_content(json!({ field: value })),
                }
            }
        })
    }
}

/// A client connected to the server, and what its person was asked so far.
pub(crate) async fn connect<S: ServerHandler>(
    server: S,
    era: Era,
    script: Script,
) -> (RunningService<RoleClient, Person>, Arc<Mutex<Vec<String>>>) {
    connect_served(askback::rmcp::wrap(server), era, script).await
}

/// The same, to a server that is wrapped already.
pub(crate) async fn connect_served<S: ServerHandler>(
    served: Served<S>,
    era: Era,
    script: Script,
) -> (RunningService<RoleClient, Person>, Arc<Mutex<Vec<String>>>) {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        if let Ok(running) = served.serve(near).await {
            let _ = running.waiting().await;
        }
    });
    let asked = Arc::default();
    let person = Person {
        era,
        script,
        asked: Arc::clone(&asked),
        heard: Arc::default(),
    };
    let lifecycle = match era {
        Era::Modern => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
        Era::Handshake => ClientLifecycleMode::Initialize,
    };
    (
        person.serve_with_lifecycle(far, lifecycle).await.unwrap(),
        asked,
    )
}
