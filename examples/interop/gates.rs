//! Confirmations, and long work behind one.

use std::time::Duration;

use askback::{Ask, Confirmed, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use serde::Deserialize;

use crate::server::{Interop, Run};

/// How often the work says how far it is.
const TICK: u64 = 200;

#[derive(Deserialize, schemars::JsonSchema)]
struct Work {
    run: String,
    /// How long it takes, in milliseconds.
    millis: u64,
}

#[tool_router(router = gates, vis = "pub(crate)")]
impl Interop {
    /// Deletes, after a yes.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn gate(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Delete {run}?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.carry_out(&run, confirmed)?;
        Ok("deleted".to_owned())
    }

    /// Deletes, after its name was typed.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn typed_gate(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Type `{run}` to delete it", typed = run)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.carry_out(&run, confirmed)?;
        Ok("deleted".to_owned())
    }

    /// Goes on, after an accept without any field.
    #[interactive]
    #[tool(annotations(destructive_hint = false))]
    async fn plain_gate(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Go on with {run}?", plain)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.carry_out(&run, confirmed)?;
        Ok("gone on".to_owned())
    }

    /// Works for a while, and says how far it is.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn work(
        &self,
        Parameters(Work { run, millis }): Parameters<Work>,
        #[ask("Start {run}?")] confirmed: Confirmed,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let progress = ask.progress();
        let mut done = 0;
        while done < millis {
            progress.report(done, millis, "working");
            let tick = TICK.min(millis - done);
            tokio::time::sleep(Duration::from_millis(tick)).await;
            done += tick;
        }
        progress.report(millis, millis, "worked");
        self.carry_out(&run, confirmed)?;
        Ok("worked".to_owned())
    }

    fn carry_out(&self, run: &str, _: Confirmed<'_>) -> std::io::Result<()> {
        self.effects.add(run)
    }
}
