//! A server that asks in every way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{Answer, Ask, Askback, Choice, Confirmed, Consent, Form, InputRequest, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    GetPromptResult, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone)]
pub(crate) struct Office {
    askback: Askback,
    pub(crate) effects: Arc<AtomicUsize>,
    /// How often it was looked whether the account is linked.
    looks: Arc<AtomicUsize>,
    /// After how many looks it is.
    pub(crate) finished_after: usize,
}

impl Office {
    pub(crate) fn new(askback: Askback) -> Self {
        Self {
            askback,
            effects: Arc::default(),
            looks: Arc::default(),
            finished_after: 12,
        }
    }

    pub(crate) fn effects(&self) -> usize {
        self.effects.load(Ordering::SeqCst)
    }

    fn happen(&self, _: Confirmed<'_>) {
        self.effects.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Table {
    table: String,
}

#[derive(Debug, Choice)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Team {
    /// Operations
    Ops,
    Web,
}

#[derive(Form)]
pub(crate) struct Details {
    #[form(length = 3..=20)]
    reason: String,
    notify: Vec<Team>,
    #[form(default = 5)]
    keep: Option<u8>,
}

#[derive(Form)]
pub(crate) struct Note {
    text: String,
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Report {
    pub(crate) deleted: usize,
    pub(crate) note: Option<String>,
}

#[tool_router]
impl Office {
    /// Two rounds: a form, then a gate.
    #[interactive]
    #[tool]
    async fn delete_rows(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        #[ask("Why does `{table}` go?")] details: Details,
        #[ask("Delete all 3 rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.happen(confirmed);
        let Details {
            reason,
            notify,
            keep,
        } = details;
        Ok(format!("3 rows deleted: {reason}, {notify:?}, {keep:?}"))
    }

    /// One round of two questions, the first of which may go unanswered, then a text to type.
    #[interactive]
    #[tool]
    async fn deploy(
        &self,
        #[ask("Anything to note?")] note: Answer<Note>,
        #[ask("Who is told?")] told: Note,
        #[ask("Type `web` to go on", typed = "web")] confirmed: Confirmed,
    ) -> Result<Json<Report>, askback::Error> {
        self.happen(confirmed);
        Ok(Json(Report {
            deleted: told.text.len(),
            note: note.accepted().map(|note| note.text),
        }))
    }

    /// A URL.
    #[interactive]
    #[tool]
    async fn connect(
        &self,
        #[ask(
            url = "https://app.example.com/connect",
            message = "Connect your account"
        )]
        _consent: Consent,
    ) -> Result<String, askback::Error> {
        Ok("connected".to_owned())
    }

    /// A URL whose purpose is finished some time after the person went there.
    #[interactive]
    #[tool]
    async fn link(
        &self,
        #[ask(
            url = "https://app.example.com/link/{ask.ticket}",
            message = "Link your account",
            until = self.looks.fetch_add(1, Ordering::SeqCst) >= self.finished_after
        )]
        _linked: Consent,
    ) -> Result<String, askback::Error> {
        Ok("linked".to_owned())
    }

    /// Roots.
    #[interactive]
    #[tool]
    async fn where_am_i(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let roots: Value = ask.input("roots", InputRequest::roots()).await?;
        Ok(roots["roots"][0]["uri"].to_string())
    }

    /// Tells of its progress, before and after it asks.
    #[interactive]
    #[tool]
    async fn work(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report(1, 4, "begun");
        let Note { text } = ask.form("note", "How does it go on?").await?;
        progress.report(2, 4, "half");
        progress.report(3, 4, "nearly");
        progress.report(4, 4, None);
        Ok(text)
    }

    /// Asks nothing.
    #[tool]
    async fn fail(&self) -> Result<String, ErrorData> {
        Err(ErrorData::internal_error("broken", None))
    }

    /// Never ends.
    #[tool]
    async fn hang(&self) -> Result<String, ErrorData> {
        std::future::pending().await
    }
}

#[prompt_router]
impl Office {
    #[interactive]
    #[prompt]
    async fn report(&self, #[ask("What about?")] note: Note) -> Result<GetPromptResult, ErrorData> {
        let text = format!("A report about {}", note.text);
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(
            Role::User,
            text,
        )]))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Office {
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let body = async |ask: &mut Ask<'_>| {
            let Note { text } = ask.form("why", "Why do you read this?").await?;
            let text = format!("read because of {text}");
            let contents = ResourceContents::text(text, uri);
            Ok::<_, ErrorData>(ReadResourceResult::new(vec![contents]))
        };
        self.askback.drive(request, context, body).await
    }
}
