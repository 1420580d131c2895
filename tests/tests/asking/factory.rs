//! A server that tells how far it is.

use std::sync::Arc;
use std::time::Duration;

use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback::{Ask, Askback, Form, Progress, interactive};
use rmcp::model::{
    GetPromptResult, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use tokio::sync::Notify;

#[derive(Form)]
struct Pace {
    steps: u32,
}

#[derive(Clone)]
pub(crate) struct Factory {
    pub(crate) askback: Askback,
    clock: Arc<ManualClock>,
    released: Arc<Notify>,
    over: Arc<Notify>,
}

impl Factory {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(ManualClock::default());
        let built = Askback::builder().clock(clock.clone());
        let askback = built.ephemeral_key().build().unwrap();
        Self {
            askback,
            clock,
            released: Arc::default(),
            over: Arc::default(),
        }
    }

    pub(crate) fn served() -> Served<Self> {
        let factory = Self::new();
        factory.askback.clone().wrap(factory)
    }

    /// Reports each step, each of them late enough.
    async fn run(&self, steps: u32, progress: Progress) {
        for step in 1..=steps {
            self.clock.advance(Duration::from_millis(100));
            progress.report(step, steps, format!("step {step}"));
            sent().await;
        }
        assert_eq!(progress.faults(), []);
    }
}

/// Lets the tasks of the connection go on until there is nothing left to send.
async fn sent() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

#[tool_router]
impl Factory {
    /// Works at once.
    #[interactive]
    #[tool]
    async fn work(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        self.run(3, ask.progress()).await;
        Ok("worked".to_owned())
    }

    /// Reports before it asks, and works afterwards.
    #[interactive]
    #[tool]
    async fn plan(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report(0, None, "planning");
        sent().await;
        let Pace { steps } = ask.form("pace", "How many steps?").await?;
        self.run(steps, ask.progress()).await;
        Ok("worked".to_owned())
    }

    /// Fails on the way.
    #[interactive]
    #[tool]
    async fn fail(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        ask.progress().report(1, None, "about to fail");
        Err("failed")?
    }

    /// Reports from other tasks.
    #[interactive]
    #[tool]
    async fn delegate(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let (factory, progress) = (self.clone(), ask.progress());
        tokio::spawn(async move { factory.run(3, progress).await }).await?;
        Ok("worked".to_owned())
    }

    /// Works without letting anything else run.
    #[interactive]
    #[tool]
    async fn hurry(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        for step in 1..=10 {
            self.clock.advance(Duration::from_millis(100));
            progress.report(step, 10, format!("step {step}"));
        }
        Ok("worked".to_owned())
    }

    /// Reports, waits to be released, and reports again.
    #[interactive]
    #[tool]
    async fn wait(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report(1, None, "waiting");
        self.released.notified().await;
        self.clock.advance(Duration::from_millis(100));
        progress.report(2, None, "released");
        sent().await;
        self.over.notify_one();
        Ok("worked".to_owned())
    }

    /// Releases the other, and waits until it is over.
    #[interactive]
    #[tool]
    async fn release(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        drop(ask.progress());
        self.released.notify_one();
        self.over.notified().await;
        Ok("released".to_owned())
    }

    /// Reports what is none.
    #[interactive]
    #[tool]
    async fn stumble(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report(f64::NAN, None, None);
        progress.report(2, 1, None);
        progress.report(2, 2, None);
        Ok(format!("{} faults", progress.faults().len()))
    }
}

#[prompt_router]
impl Factory {
    #[interactive]
    #[prompt]
    async fn report(&self, ask: &mut Ask) -> Result<GetPromptResult, ErrorData> {
        self.run(3, ask.progress()).await;
        let text = PromptMessage::new_text(Role::User, "worked");
        Ok(GetPromptResult::new(vec![text]))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Factory {
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let body = async |ask: &mut Ask<'_>| {
            self.run(3, ask.progress()).await;
            let text = ResourceContents::text("worked", uri);
            Ok::<_, ErrorData>(ReadResourceResult::new(vec![text]))
        };
        self.askback.drive(request, context, body).await
    }
}
