//! Details that may be declined, a text to type for production only, and long work that reports how far it is.
//!
//! ```sh
//! cargo run --example deploy                                    # you are the person
//! cargo run --example deploy -- --arg env=staging               # no confirmation
//! cargo run --example deploy -- --scripted                      # answers from a script
//! cargo run --example deploy -- --scripted decline=notes        # deployed all the same, without notes
//! cargo run --example deploy -- --scripted decline=confirmed    # not deployed
//! cargo run --example deploy -- --scripted --era 2025-11-25     # the handshake era, the same handler
//! ```

use std::time::Duration;

use askback::{Answer, Ask, Confirmed, Form, Progress, interactive};
use askback_examples::{Example, Script};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::sleep;

#[derive(Deserialize, schemars::JsonSchema)]
struct Deploy {
    service: String,
    env: Env,
}

#[derive(PartialEq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Env {
    Staging,
    Production,
}

#[derive(Form)]
struct Notes {
    /// For the release notes
    #[form(length = 3..=120)]
    note: String,
}

/// Where to: there is no way to production without a confirmation.
enum Target<'a> {
    Staging,
    Production(Confirmed<'a>),
}

#[derive(Serialize, schemars::JsonSchema)]
struct Deployed {
    to: &'static str,
    note: Option<String>,
    steps: usize,
}

struct Deployer {
    steps: &'static [&'static str],
}

#[tool_router]
impl Deployer {
    /// Deploy a service.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn deploy(
        &self,
        Parameters(Deploy { service, env }): Parameters<Deploy>,
        #[ask("Anything to note for `{service}`?")] notes: Answer<Notes>,
        #[ask("Type `{service}` to deploy it to production", typed = service, when = env == Env::Production)]
        confirmed: Option<Confirmed>,
        ask: &mut Ask,
    ) -> Result<Json<Deployed>, askback::Error> {
        // With an `Answer` the handler decides what a decline means. `None` means that it was not asked.
        let note = notes.accepted().map(|notes| notes.note);
        let target = confirmed.map_or(Target::Staging, Target::Production);
        Ok(Json(self.run(target, note, ask.progress()).await))
    }

    async fn run(&self, to: Target<'_>, note: Option<String>, progress: Progress) -> Deployed {
        let total = self.steps.len();
        for (done, step) in self.steps.iter().enumerate() {
            progress.report(done, total, *step);
            sleep(Duration::from_millis(200)).await;
        }
        let to = match to {
            Target::Staging => "staging",
            Target::Production(_) => "production",
        };
        Deployed {
            to,
            note,
            steps: total,
        }
    }
}

#[tool_handler]
impl ServerHandler for Deployer {}

pub(crate) fn example() -> Example<impl ServerHandler> {
    let arguments = json!({ "service": "web", "env": "production" });
    let script = Script::new()
        .form("notes", json!({ "note": "a faster start page" }))
        .optional()
        .types("confirmed", "web");
    let steps = &["build", "test", "upload", "switch over"];
    let server = askback::wrap(Deployer { steps });
    Example::new(server, "deploy", arguments, script)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    example().run().await
}
