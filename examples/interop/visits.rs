//! Pages to visit.

use askback::{Consent, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

use crate::server::{Interop, Run};

#[tool_router(router = visits, vis = "pub(crate)")]
impl Interop {
    /// Asks to visit a page.
    #[interactive]
    #[tool]
    async fn visit(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask(
            url = "https://app.example.com/visit/{run}",
            message = "Visit the page of {run}"
        )]
        _visited: Consent,
    ) -> Result<String, askback::Error> {
        self.effects.add(&run)?;
        Ok("visited".to_owned())
    }

    /// Marks the page of `connect` as finished.
    #[tool]
    async fn finish(&self, Parameters(Run { run }): Parameters<Run>) -> Result<String, String> {
        let added = self.effects.add(&finished(&run));
        added
            .map(|()| "finished".to_owned())
            .map_err(|e| e.to_string())
    }

    /// Asks to visit a page, and waits until it is finished there.
    #[interactive]
    #[tool]
    async fn connect(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask(
            url = "https://app.example.com/connect/{run}",
            message = "Connect {run}",
            until = self.effects.count(&finished(&run))? > 0,
            wait = 2
        )]
        _connected: Consent,
    ) -> Result<String, askback::Error> {
        self.effects.add(&run)?;
        Ok("connected".to_owned())
    }
}

fn finished(run: &str) -> String {
    format!("{run}/finished")
}
