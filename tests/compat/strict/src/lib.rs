//! Case lint-strict-crate, with the lints in the manifest, where no attribute of ours can come before them.

use std::collections::BTreeMap;

use askback::{Answer, Choice, Confirmed, Field, Form, interactive, operation};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

/// Details.
#[derive(Debug, Form)]
#[form(json_schema)]
pub struct Deletion {
    /// Why?
    #[form(length = 3..=200, default = "moved")]
    pub reason: String,
    /// How bad?
    pub severity: Option<Severity>,
    /// How many?
    pub rows: Rows,
}

/// How bad.
#[derive(Debug, Clone, Copy, Choice)]
pub enum Severity {
    /// Low: can wait
    Low,
}

/// How many.
#[derive(Debug, Clone, Copy, Field)]
#[field(range = 1..)]
pub struct Rows(pub u32);

/// A server.
#[derive(Debug, Clone, Copy)]
pub struct Server;

#[tool_router(vis = "pub(crate)")]
impl Server {
    /// Purges.
    ///
    /// # Errors
    ///
    /// When it cannot.
    #[interactive]
    #[tool]
    pub async fn purge(
        &self,
        Parameters(arguments): Parameters<BTreeMap<String, u32>>,
        #[step(arguments.len())] rows: usize,
        #[ask("Why {rows}?", default(reason = "moved"))] details: Deletion,
        #[ask("More?", when = rows > 3)] more: Option<Answer<Deletion>>,
        #[ask("Go?", covers = more.is_some())] confirmed: Confirmed<'_>,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        Ok(details.reason)
    }
}

/// Tidies up.
///
/// # Errors
///
/// When it cannot.
#[operation]
pub async fn tidy(
    arguments: BTreeMap<String, u32>,
    #[ask("Why {}?", arguments.len())] details: Deletion,
) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[test]
fn nothing_is_linted() {
    assert_eq!(Deletion::schema().fields().len(), 3);
    assert_eq!(Server::tool_router().list_all().len(), 1);
    assert_eq!(askback::Operation::<()>::name(tidy()), "tidy");
}
