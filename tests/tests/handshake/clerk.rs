//! A server that tells how far it is before and after it asks, by a clock that moves with the runtime's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use askback::clock::{Clock, NoEntropy, Sleep, SystemClock};
use askback::rmcp::Served;
use askback::{Ask, Askback, Consent, Form, InputRequest};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use tokio::time::{Instant, sleep};

/// Shows the time of day as the runtime's timers have it, so that a paused one moves both.
#[derive(Debug)]
struct Moved(Instant);

impl Clock for Moved {
    fn now(&self) -> u64 {
        1_785_196_800_000 + u64::try_from(self.0.elapsed().as_millis()).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        SystemClock.fill(bytes)
    }

    fn sleep(&self, time: Duration) -> Sleep {
        SystemClock.sleep(time)
    }
}

#[derive(Form)]
struct Size {
    size: u8,
}

#[derive(Clone)]
pub(crate) struct Clerk {
    askback: Askback,
    /// Whether what a visit is for is finished.
    pub(crate) finished: Arc<AtomicBool>,
}

impl Clerk {
    pub(crate) fn served() -> (Served<Self>, Arc<AtomicBool>) {
        let clock = Arc::new(Moved(Instant::now()));
        let askback = Askback::builder().ephemeral_key().clock(clock);
        let askback = askback.build().unwrap();
        let finished = Arc::default();
        let clerk = Self {
            askback: askback.clone(),
            finished: Arc::clone(&finished),
        };
        (askback.wrap(clerk), finished)
    }
}

impl ServerHandler for Clerk {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (name, finished) = (request.name.clone(), Arc::clone(&self.finished));
        let body = async |ask: &mut Ask<'_>| -> Result<CallToolResult, ErrorData> {
            let told = work(&name, ask, &finished).await?;
            Ok(CallToolResult::success(vec![ContentBlock::text(told)]))
        };
        self.askback.drive(request, context, body).await
    }
}

async fn work(name: &str, ask: &mut Ask<'_>, finished: &AtomicBool) -> Result<String, ErrorData> {
    let progress = ask.progress();
    match name {
        "size" => {
            let Size { size } = ask.form("size", "Which size?").await?;
            for at in 0..=size {
                progress.report(at, size, format!("piece {at}"));
                sleep(Duration::from_secs(1)).await;
            }
        }
        "begun" => {
            progress.report(5, 10, "half");
            let Size { size: _ } = ask.form("size", "Which size?").await?;
            progress.report(5, 10, "half still");
            sleep(Duration::from_secs(1)).await;
            progress.report(10, 10, "done");
        }
        "full" => {
            progress.report(f64::MAX, None, "all there is");
            let Size { size: _ } = ask.form("size", "Which size?").await?;
        }
        "sizes" => {
            for key in ["first", "second", "third", "fourth"] {
                let Size { size: _ } = ask.form(key, "Which size?").await?;
            }
        }
        "roots" => {
            let _roots: Value = ask.input("roots", InputRequest::roots()).await?;
        }
        "visit" => {
            let _consent: Consent = ask
                .url("visit", "https://app.example.com/visit", "Visit the page")
                .until(|| std::future::ready(finished.load(Ordering::SeqCst)))
                .wait(Duration::from_secs(45))
                .await?;
        }
        _ => return Err(ErrorData::invalid_params("no such tool", None)),
    }
    let faults = progress.faults();
    Ok(format!("{faults:?}"))
}
