//! Optional details that may be declined; a typed gate, only for production; long work with progress.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use askback::clock::ManualClock;
use askback::{Answer, Ask, Askback, Confirmed, Form, Progress, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::person::{ERAS, Era, Person, Reply, Script, connect_served};

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, schemars::JsonSchema)]
enum Env {
    Staging,
    Production,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Deploy {
    service: String,
    env: Env,
}

#[derive(Debug, Form)]
struct Notes {
    text: String,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Deployed {
    notes: Option<String>,
    confirmed: bool,
}

/// Deploys in four steps, each of which takes 60 ms of this clock.
#[derive(Default)]
struct Deployer {
    clock: Arc<ManualClock>,
    started: AtomicUsize,
    /// What the last job reported to.
    progress: Mutex<Option<Progress>>,
}

struct Job {
    clock: Arc<ManualClock>,
    deployed: Deployed,
}

impl Deployer {
    async fn start(
        &self,
        service: &str,
        env: Env,
        notes: Option<Notes>,
        confirmed: Option<Confirmed<'_>>,
    ) -> Result<Job, std::io::Error> {
        self.started.fetch_add(1, Ordering::SeqCst);
        assert_eq!(service, "web");
        assert_eq!(confirmed.is_some(), env == Env::Production);
        Ok(Job {
            clock: Arc::clone(&self.clock),
            deployed: Deployed {
                notes: notes.map(|notes| notes.text),
                confirmed: confirmed.is_some(),
            },
        })
    }
}

impl Job {
    async fn run(self, progress: Progress) -> Result<Deployed, std::io::Error> {
        for (at, step) in ["build", "push", "start", "check"].into_iter().enumerate() {
            progress.report(at, 4, step);
            self.clock.advance(Duration::from_millis(60));
            // The connection sends meanwhile.
            for _ in 0..50 {
                tokio::task::yield_now().await;
            }
        }
        progress.report(4, 4, None);
        Ok(self.deployed)
    }
}

#[derive(Clone)]
struct Server {
    deployer: Arc<Deployer>,
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn deploy(
        &self,
        Parameters(Deploy { service, env }): Parameters<Deploy>,
        #[ask("Anything to note for `{service}`?")] notes: Answer<Notes>,
        #[ask("Type `{service}` to deploy it to production", typed = service, when = env == Env::Production)]
        confirmed: Option<Confirmed>,
        ask: &mut Ask,
    ) -> Result<Json<Deployed>, askback::Error> {
        let job = self
            .deployer
            .start(&service, env, notes.accepted(), confirmed)
            .await?;
        Ok(Json(job.run(ask.progress()).await?))
    }

    /// The handle outlives the call.
    #[interactive]
    #[tool]
    async fn linger(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let progress = ask.progress();
        progress.report(1, None, "still here");
        *self.deployer.progress.lock().unwrap() = Some(progress);
        Ok("done".to_owned())
    }

    #[interactive]
    #[tool]
    async fn announce(
        &self,
        #[ask("Anything to note?")] notes: Answer<Notes>,
        #[ask("Who is told?")] told: Answer<Notes>,
    ) -> Result<String, askback::Error> {
        Ok(format!(
            "{} {}",
            notes.accepted().is_some(),
            told.accepted().is_some()
        ))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

type Client = RunningService<RoleClient, Person>;

async fn connect(era: Era, script: Script) -> (Client, Arc<Mutex<Vec<String>>>, Arc<Deployer>) {
    let deployer = Arc::<Deployer>::default();
    let clock = Arc::clone(&deployer.clock);
    let askback = Askback::builder().clock(clock).build().unwrap();
    let server = Server {
        deployer: Arc::clone(&deployer),
    };
    let (client, asked) = connect_served(askback.wrap(server), era, script).await;
    (client, asked, deployer)
}

async fn call(client: &Client, tool: &'static str, env: &str) -> CallToolResult {
    let request = request(tool, env);
    client.call_tool(request).await.unwrap()
}

fn request(tool: &'static str, env: &str) -> CallToolRequestParams {
    let arguments = json!({ "service": "web", "env": env })
        .as_object()
        .cloned()
        .unwrap();
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

const TYPED: Script = &[
    ("note", Reply::Accept(|| json!({ "text": "careful" }))),
    ("told", Reply::Decline),
    ("Type `web`", Reply::Accept(|| json!("web"))),
];

const TYPED_WRONG: Script = &[
    ("note", Reply::Decline),
    ("Type `web`", Reply::Accept(|| json!("wep"))),
];

#[tokio::test]
async fn production_is_typed_and_staging_is_not() {
    for era in ERAS {
        for (env, confirmed, questions) in [("Production", true, 2), ("Staging", false, 1)] {
            let (client, asked, _) = connect(era, TYPED).await;
            let result = call(&client, "deploy", env).await;
            let deployed = json!({ "notes": "careful", "confirmed": confirmed });
            assert_eq!(
                result.structured_content,
                Some(deployed),
                "{era:?} {result:?}"
            );
            assert_eq!(asked.lock().unwrap().len(), questions);
        }
    }
}

#[tokio::test]
async fn long_work_tells_how_far_it_is() {
    for era in ERAS {
        let (client, _, _) = connect(era, TYPED).await;
        call(&client, "deploy", "Production").await;
        let heard = client.service().heard(3).await;
        let heard: Vec<_> = heard
            .iter()
            .map(|it| (it.progress, it.total, it.message.as_deref()))
            .collect();
        assert_eq!(
            heard,
            [
                (0.0, Some(4.0), Some("build")),
                (2.0, Some(4.0), Some("start")),
                (4.0, Some(4.0), None),
            ],
            "{era:?}: one in 100 ms, of five that are 60 ms apart"
        );
    }
}

#[tokio::test]
async fn after_the_call_nothing_more_is_told() {
    for era in ERAS {
        let (client, _, deployer) = connect(era, TYPED).await;
        call(&client, "linger", "Staging").await;
        let progress = deployer.progress.lock().unwrap().take().unwrap();
        deployer.clock.advance(Duration::from_secs(1));
        progress.report(2, None, "gone already");
        // What came would have come before this call's own.
        call(&client, "linger", "Staging").await;
        let heard = client.service().heard(2).await;
        let heard: Vec<_> = heard.iter().map(|it| it.progress).collect();
        assert_eq!(heard, [1.0, 1.0], "{era:?}");
        assert_eq!(progress.faults(), []);
    }
}

#[tokio::test]
async fn a_mistyped_text_opens_nothing() {
    for era in ERAS {
        let (client, _, deployer) = connect(era, TYPED_WRONG).await;
        let outcome = client.call_tool(request("deploy", "Production")).await;
        assert!(
            outcome.is_err() || outcome.as_ref().is_ok_and(|it| it.is_error == Some(true)),
            "{outcome:?}"
        );
        assert_eq!(client.service().heard(0).await, []);
        assert_eq!(deployer.started.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn neighbours_share_a_round() {
    let (client, _, _) = connect(Era::Modern, TYPED).await;
    let CallToolResponse::InputRequired(first) = client
        .call_tool_once(request("announce", "Staging"))
        .await
        .unwrap()
    else {
        panic!("it asks first");
    };
    let keys: Vec<String> = first.input_requests.unwrap().into_keys().collect();
    assert_eq!(keys, ["notes", "told"]);
}
