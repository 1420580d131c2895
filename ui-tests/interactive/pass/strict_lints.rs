//! Nothing generated is linted in the author's crate.
#![deny(warnings, missing_docs, unused, unreachable_pub, unused_qualifications, single_use_lifetimes)]
#![deny(elided_lifetimes_in_paths, let_underscore_drop, unused_lifetimes, variant_size_differences)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![forbid(unsafe_code, non_ascii_idents)]

use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{tool, tool_router};

/// What to delete.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct DeleteRows {
    /// The table.
    pub table: String,
    /// Not mentioned in the plan.
    pub force: bool,
}

/// Details.
#[derive(Debug, Form)]
pub struct Details {
    /// Why?
    pub reason: String,
}

/// What was done.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Report {
    /// How many.
    pub rows: u64,
}

/// A server.
#[derive(Debug)]
pub struct Server {
    /// Its router.
    pub router: ToolRouter<Self>,
}

#[tool_router]
impl Server {
    /// Delete rows.
    ///
    /// # Errors
    ///
    /// When they cannot be.
    #[interactive]
    #[tool]
    pub async fn delete_rows(
        &self,
        Parameters(DeleteRows { table, force }): Parameters<DeleteRows>,
        #[step(u64::try_from(table.len()).unwrap_or_default())] rows: u64,
        #[ask("Why `{table}`?")] details: Details,
        #[ask("Delete {rows} rows? {}", details.reason)] _confirmed: Confirmed<'_>,
    ) -> Result<Json<Report>, rmcp::ErrorData> {
        Ok(Json(Report { rows: if force { rows } else { 0 } }))
    }

    /// Private, and nobody looks at its plan.
    #[interactive]
    #[tool]
    async fn quiet(
        &self,
        #[step(())] _: (),
        #[ask("Sure?")] sure: Confirmed<'_>,
    ) -> Result<String, String> {
        drop(sure);
        Ok(String::new())
    }

    /// Asks nothing.
    ///
    /// # Errors
    ///
    /// Never.
    #[interactive]
    #[tool]
    pub async fn silent(&self) -> Result<String, String> {
        Ok(String::new())
    }
}

fn main() {
    assert!(Server::delete_rows_tool_attr().output_schema.is_some());
    assert_eq!(Server::tool_router().list_all().len(), 3);
    assert_eq!(Server::delete_rows_plan().rounds().len(), 2);
}
