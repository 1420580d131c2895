//! A server whose tools ask, and which counts its effects.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use askback::clock::SystemClock;
use askback::{Answer, Ask, Askback, Choice, Confirmed, Consent, Form, InputRequest};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

/// What the handlers did.
#[derive(Clone, Default)]
pub(crate) struct Effects(Arc<AtomicUsize>);

impl Effects {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// How many servers and handlers have this.
    pub(crate) fn owners(&self) -> usize {
        Arc::strong_count(&self.0)
    }

    /// Waits until no more than so many have this.
    pub(crate) async fn wait_until(&self, owners: usize) {
        while self.owners() > owners {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until no server and no handler has this any more.
    pub(crate) async fn wait_until_alone(&self) {
        self.wait_until(1).await;
    }

    fn happen(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// The wire name of every tool is the question that it asks.
#[derive(Clone)]
pub(crate) struct Desk {
    askback: Askback,
    effects: Effects,
}

impl Desk {
    pub(crate) fn new() -> (askback::rmcp::Served<Self>, Effects) {
        let askback = askback();
        let desk = Self::of(askback.clone());
        let effects = desk.effects.clone();
        (askback.wrap(desk), effects)
    }

    pub(crate) fn of(askback: Askback) -> Self {
        Self {
            askback,
            effects: Effects::default(),
        }
    }
}

/// With a memory of its own: what one test declines closes no gate of another.
pub(crate) fn askback() -> Askback {
    let own = Askback::builder()
        .ephemeral_key()
        .clock(Arc::new(SystemClock));
    own.build().unwrap()
}

impl ServerHandler for Desk {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (name, effects) = (request.name.clone(), self.effects.clone());
        let body = async |ask: &mut Ask<'_>| -> Result<CallToolResult, ErrorData> {
            let told = answer(&name, ask, &effects).await?;
            Ok(CallToolResult::success(vec![ContentBlock::text(told)]))
        };
        self.askback.drive(request, context, body).await
    }
}

async fn answer(name: &str, ask: &mut Ask<'_>, effects: &Effects) -> Result<String, ErrorData> {
    match name {
        "gate" => {
            let _confirmed: Confirmed<'_> = ask.confirm("sure", "Delete everything?").await?;
            effects.happen();
            Ok("deleted".to_owned())
        }
        "form" => {
            let Notice { severity, teams } = ask.form("notice", "Whom to tell?").await?;
            effects.happen();
            Ok(format!("{severity:?} {teams:?}"))
        }
        "maybe" => {
            let answers = [
                decide(ask, "one").await?,
                decide(ask, "two").await?,
                decide(ask, "three").await?,
                decide(ask, "four").await?,
            ];
            Ok(answers.join(" "))
        }
        "link" => {
            let _consent: Consent = ask
                .url("connect", "https://app.example.com/connect", "Connect?")
                .await?;
            Ok("connected".to_owned())
        }
        "links" => {
            for key in ["first", "second"] {
                let _consent: Consent = ask
                    .url(key, "https://app.example.com/connect", "Connect?")
                    .await?;
            }
            Ok("connected".to_owned())
        }
        "roots" => {
            let roots: Value = ask.input("roots", InputRequest::roots()).await?;
            Ok(roots["roots"][0]["uri"].to_string())
        }
        "impatient" => {
            let wait = async {
                let _confirmed: Confirmed<'_> = ask.confirm("sure", "Quickly?").await?;
                effects.happen();
                Ok::<_, ErrorData>(())
            };
            match tokio::time::timeout(Duration::from_secs(5), wait).await {
                Ok(answered) => answered.map(|()| "done".to_owned()),
                Err(_) => Ok("given up".to_owned()),
            }
        }
        _ => Err(ErrorData::invalid_params("no such tool", None)),
    }
}

async fn decide(ask: &mut Ask<'_>, key: &str) -> Result<&'static str, ErrorData> {
    let answer: Answer<Notice> = ask.form(key, "Whom to tell?").await?;
    Ok(match answer {
        Answer::Accept(_) => "accept",
        Answer::Decline => "decline",
        Answer::Cancel => "cancel",
        Answer::Unavailable => "unavailable",
    })
}

/// A titled choice and a list.
#[derive(Form)]
pub(crate) struct Notice {
    severity: Severity,
    teams: Vec<Team>,
}

#[derive(Debug, Choice)]
#[choice(rename_all = "lowercase")]
enum Severity {
    /// Low Priority
    Low,
    /// High Priority
    High,
}

#[derive(Debug, Choice)]
#[choice(rename_all = "lowercase")]
enum Team {
    /// Operations
    Ops,
    /// Databases
    Db,
    /// Web
    Web,
}
