//! The MCP client: it passes every question on to the person.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use rmcp::{
    ClientHandler,
    model::{
        ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
        ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
        ProgressNotificationParam, UrlElicitationCapability,
    },
    service::{NotificationContext, RequestContext, RoleClient},
};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    options::Era,
    person::{Person, Reply},
    question::Question,
    wire::Wire,
};

/// A client whose person is at hand. It can be asked forms and URLs.
#[derive(Clone)]
pub(crate) struct Client {
    person: Arc<Mutex<Box<dyn Person>>>,
    era: Era,
    wire: Wire,
    problems: mpsc::UnboundedSender<anyhow::Error>,
}

impl Client {
    /// `problems` gets what keeps the person from answering while a call is open.
    pub(crate) fn new(
        person: Box<dyn Person>,
        era: Era,
        wire: Wire,
        problems: mpsc::UnboundedSender<anyhow::Error>,
    ) -> Self {
        Self {
            person: Arc::new(Mutex::new(person)),
            era,
            wire,
            problems,
        }
    }

    /// Asks the person. Prompts block, so this happens on a thread of its own; the lock keeps two
    /// questions of one round from sharing the screen.
    pub(crate) async fn ask(
        &self,
        key: Option<&str>,
        params: &ElicitRequestParams,
    ) -> anyhow::Result<ElicitResult> {
        let question = Question::new(key, params)?;
        let person = Arc::clone(&self.person);
        let ask = move || {
            person
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .answer(&question)
        };
        let reply = tokio::task::spawn_blocking(ask)
            .await
            .context("the person's thread ended")??;
        Ok(result(reply))
    }
}

fn result(reply: Reply) -> ElicitResult {
    match reply {
        Reply::Accept(None) => ElicitResult::new(ElicitationAction::Accept),
        Reply::Accept(Some(content)) => {
            ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(content))
        }
        Reply::Decline => ElicitResult::new(ElicitationAction::Decline),
        Reply::Cancel => ElicitResult::new(ElicitationAction::Cancel),
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let modes = match self.era {
            Era::Modern | Era::Handshake => ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::default()),
            // The revision knows forms only, and says so by the capability alone.
            Era::FirstHandshake => ElicitationCapability::new(),
        };
        let capabilities = ClientCapabilities::builder()
            .enable_elicitation_with(modes)
            .build();
        let client = Implementation::new("askback-examples", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, client).with_protocol_version(self.era.version())
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.wire.asked(&params);
        // The wire gets no cause: what stands in the way here is not the server's business.
        let failed = || ErrorData::internal_error("the client cannot ask its person", None);
        let result = tokio::select! {
            result = self.ask(None, &params) => result.map_err(|problem| {
                // Nobody receives it when the call has been given up for another question already.
                let _ = self.problems.send(problem);
                failed()
            })?,
            () = context.ct.cancelled() => {
                self.wire.withdrawn();
                return Err(failed());
            }
        };
        self.wire.answered(&result);
        Ok(result)
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.wire.progress(&progress);
    }
}
