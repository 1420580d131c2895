//! Everything that a handler's signature may hold, in one tool.

use askback::{Answer, Ask, Confirmed, Consent, Form, Principal, interactive};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Peer, RoleServer, ServerHandler, tool, tool_handler, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    table: String,
    tags: Vec<String>,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Purge;

struct Server {
    tool_router: ToolRouter<Self>,
}

fn purge(_: Confirmed<'_, Purge>, _: Details) {}

#[tool_router]
impl Server {
    /// Everything.
    #[interactive(ttl = 60, rounds = 5, guidance = "Use the website")]
    #[tool(name = "all")]
    async fn everything(
        &self,
        peer: Peer<RoleServer>,
        Parameters(Arguments { table, mut tags }): Parameters<Arguments>,
        user: Principal,
        #[step(async { if table.is_empty() { Err("no table") } else { Ok(()) } }.await?)] _: (),
        #[step(table.len() as u64)] mut rows: u64,
        #[ask("Why `{table}` ({} tags, {rows:?} rows, {:.1})?", tags.len(), 0.55)] details: Details,
        #[ask(format!("Anything on {}?", table))] notes: Answer<Details>,
        #[ask(
            url = "https://example.com/connect/{table}?rows={rows}",
            message = "Look at `{table}`",
            when = details.reason != "none"
        )]
        _visit: Option<Consent>,
        #[ask("Purge {rows} rows?", typed = table, label = "Name", covers = (tags, rows), when = rows > 3)]
        confirmed: Option<Confirmed<Purge>>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        tags.push(format!("{user:?}"));
        rows += 1;
        let more: Details = ask.form("more", "Anything else?").await?;
        drop((peer, more.reason, notes.accepted()));
        if let Some(confirmed) = confirmed {
            purge(confirmed, details);
        }
        Ok(format!("{rows} of {tags:?}"))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

fn main() {
    let tool = Server::everything_tool_attr();
    assert_eq!(tool.name, "all");
    assert_eq!(tool.description.as_deref(), Some("Everything."));
    assert_eq!(tool.input_schema["required"], serde_json::json!(["table", "tags"]));
    let server = Server { tool_router: Server::tool_router() };
    assert_eq!(server.tool_router.list_all().len(), 1);
    drop(askback::rmcp::wrap(server));
}
