//! A server that asks in every way there is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback::{Answer, Ask, Askback, Confirmed, Form, Principal, interactive};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptResult,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ResourceContents, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};

#[derive(Form)]
pub(crate) struct X {
    x: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Report {
    deleted: u64,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Which {
    which: Option<String>,
}

#[derive(Clone)]
pub(crate) struct Clerk {
    askback: Askback,
    effects: Arc<AtomicUsize>,
    price: Arc<AtomicU64>,
}

/// Where it is served, with a clock that stands still.
pub(crate) struct Office {
    pub(crate) clock: Arc<ManualClock>,
    clerk: Clerk,
}

impl Office {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(ManualClock::default());
        let askback = Askback::builder().clock(clock.clone()).build().unwrap();
        let clerk = Clerk {
            askback,
            effects: Arc::default(),
            price: Arc::default(),
        };
        Self { clock, clerk }
    }

    /// The server. Who calls stands in the request's metadata; `ada` where it does not.
    pub(crate) fn served(&self) -> Served<Clerk> {
        let askback = self.clerk.askback.clone();
        askback.wrap(self.clerk.clone()).principal(|context| {
            let who = context.meta.get("who").and_then(|who| who.as_str());
            Principal::new("https://id.example.com", who.unwrap_or("ada"), "")
        })
    }

    pub(crate) fn later(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn effects(&self) -> usize {
        self.clerk.effects.load(Ordering::SeqCst)
    }

    pub(crate) fn set_price(&self, price: u64) {
        self.clerk.price.store(price, Ordering::SeqCst);
    }
}

impl Clerk {
    fn happen(&self, _: Confirmed<'_>) {
        self.effects.fetch_add(1, Ordering::SeqCst);
    }

    fn price(&self) -> u64 {
        self.price.load(Ordering::SeqCst)
    }
}

/// The words for what became of a question that the handler decides about.
fn told<T>(answer: &Answer<T>, by_itself: bool) -> String {
    let word = match answer {
        Answer::Accept(_) => "accepted",
        Answer::Decline => "declined",
        Answer::Cancel => "cancelled",
        Answer::Unavailable => "unavailable",
    };
    match by_itself {
        true => format!("{word} by itself"),
        false => word.to_owned(),
    }
}

#[tool_router]
impl Clerk {
    #[interactive]
    #[tool]
    async fn form(&self, #[ask("Which?")] q: X) -> Result<String, askback::Error> {
        Ok(q.x.to_string())
    }

    #[interactive]
    #[tool]
    async fn gate(&self, #[ask("Sure?")] q: Confirmed) -> Result<Json<Report>, askback::Error> {
        self.happen(q);
        Ok(Json(Report { deleted: 3 }))
    }

    /// Fails after the confirmation.
    #[interactive]
    #[tool]
    async fn failing(&self, #[ask("Sure?")] q: Confirmed) -> Result<String, askback::Error> {
        self.happen(q);
        Err("the disk is full")?
    }

    #[interactive]
    #[tool]
    async fn decide(
        &self,
        #[ask("Which?")] q: Answer<X>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        Ok(told(&q, ask.answered_by_itself("q")))
    }

    #[interactive]
    #[tool]
    async fn decide_gate(
        &self,
        #[ask("Sure?")] q: Answer<Confirmed>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let by_itself = ask.answered_by_itself("q");
        let told = told(&q, by_itself);
        if let Some(confirmed) = q.accepted() {
            self.happen(confirmed);
        }
        Ok(told)
    }

    /// A form above a confirmation, whatever the arguments.
    #[interactive]
    #[tool]
    async fn both(
        &self,
        Parameters(Which { which }): Parameters<Which>,
        #[ask("How many of {which:?}?")] many: X,
        #[ask("Sure?")] q: Confirmed,
    ) -> Result<String, askback::Error> {
        self.happen(q);
        Ok(many.x.to_string())
    }

    /// The same, where the confirmation may not be asked, or be declined.
    #[interactive]
    #[tool]
    async fn perhaps(
        &self,
        #[ask("How many?")] many: X,
        #[ask("Sure?", when = many.x > 0)] q: Option<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(format!("{} {}", many.x, q.is_some()))
    }

    /// What it costs is not shown.
    #[interactive]
    #[tool]
    async fn buy(
        &self,
        #[ask("Buy?", covers = self.price())] q: Confirmed,
    ) -> Result<String, askback::Error> {
        self.happen(q);
        Ok("bought".to_owned())
    }

    /// The same, of a form.
    #[interactive]
    #[tool]
    async fn order(
        &self,
        #[ask("How many?", covers = (self.price(), "EUR"))] many: X,
    ) -> Result<String, askback::Error> {
        Ok(format!("ordered {}", many.x))
    }
}

#[prompt_router]
impl Clerk {
    #[interactive]
    #[prompt]
    async fn form_prompt(&self, #[ask("Which?")] q: X) -> Result<GetPromptResult, ErrorData> {
        Ok(prompted(&q.x.to_string()))
    }

    #[interactive]
    #[prompt]
    async fn gate_prompt(
        &self,
        #[ask("Sure?")] q: Confirmed,
    ) -> Result<GetPromptResult, ErrorData> {
        self.happen(q);
        Ok(prompted("opened"))
    }
}

fn prompted(text: &str) -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
}

impl Clerk {
    async fn by_hand(&self, name: &str, ask: &mut Ask<'_>) -> Result<String, ErrorData> {
        match name {
            "asked" => Ok(ask.form::<X>("q", "Which?").await?.x.to_string()),
            "asked_gate" => {
                let confirmed = ask.confirm("q", "Sure?").await?;
                self.happen(confirmed);
                Ok("opened".to_owned())
            }
            _ => {
                let answer: Answer<X> = ask.form("q", "Which?").await?;
                Ok(told(&answer, ask.answered_by_itself("q")))
            }
        }
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Clerk {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone();
        if Self::tool_router().has_route(&name) {
            let context = ToolCallContext::new(self, request, context);
            return Self::tool_router().call(context).await;
        }
        let body = async |ask: &mut Ask<'_>| -> Result<CallToolResult, ErrorData> {
            let told = self.by_hand(&name, ask).await?;
            Ok(CallToolResult::success(vec![ContentBlock::text(told)]))
        };
        self.askback.drive(request, context, body).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let name = uri.strip_prefix("memo:").unwrap().to_owned();
        let body = async |ask: &mut Ask<'_>| -> Result<ReadResourceResult, ErrorData> {
            let told = self.by_hand(&name, ask).await?;
            Ok(ReadResourceResult::new(vec![ResourceContents::text(
                told, &uri,
            )]))
        };
        self.askback.drive(request, context, body).await
    }
}
