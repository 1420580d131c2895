//! The server of the quickstart for real use.
//!
//! ```sh
//! cargo run --example admin -- --stdio
//! ADMIN_TOKENS=s3cret=ada,0ther=bob ADMIN_KEYS=$(openssl rand -base64 48) \
//!     cargo run --example admin -- --http 127.0.0.1:8080
//! ```
//!
//! | variable | for `--http` |
//! | --- | --- |
//! | `ADMIN_TOKENS` | who may call: `token=subject`, separated by commas |
//! | `ADMIN_KEYS` | keys that seal, 32 to 128 characters each, separated by commas, the newest first. Without it a key lives as long as the process |
//! | `ADMIN_ORIGINS` | browser origins that may call, `https://app.example.com:443` for example, separated by commas; none unless said |

use std::collections::HashMap;
use std::env;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use askback::rmcp::{Guarded, SessionGuard};
use askback::{Askback, Choice, Confirmed, Form, Principal, interactive};
use askback_examples::Db;
use http::request::Parts;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tower_layer::Layer as _;

#[derive(Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
}

#[derive(Form, Serialize)]
struct Deletion {
    /// Why is this table being emptied?
    #[form(length = 3..=200)]
    reason: String,
    severity: Severity,
    /// Teams to tell afterwards
    #[form(items = ..=3)]
    notify: Vec<Team>,
    /// Not before this day
    not_before: Option<jiff::civil::Date>,
}

#[derive(Choice, Serialize)]
enum Severity {
    /// Low: can wait
    Low,
    /// High: now
    High,
}

#[derive(Choice, Serialize)]
enum Team {
    Support,
    Billing,
    Operations,
}

#[derive(Clone, Default)]
struct Admin {
    db: Arc<Db>,
}

#[tool_router]
impl Admin {
    /// Name the tables.
    #[tool(annotations(read_only_hint = true))]
    async fn list_tables(&self) -> String {
        self.db.tables().join(", ")
    }

    /// Count the rows of a table.
    #[tool(annotations(read_only_hint = true))]
    async fn count_rows(
        &self,
        Parameters(Table { table }): Parameters<Table>,
    ) -> Result<String, String> {
        self.db
            .count(&table)
            .await
            .map(|rows| rows.to_string())
            .map_err(|error| error.to_string())
    }

    /// Delete every row of a table.
    #[interactive(guidance = "A person can do this in the admin console.")]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(Table { table }): Parameters<Table>,
        user: Principal,
        #[step(self.db.count(&table).await?)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.db.truncate(&table, details, confirmed).await?;
        Ok(format!(
            "{rows} rows deleted for {}",
            user.subject().unwrap_or("the local user")
        ))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--stdio"] => {
            askback::wrap(Admin::default())
                .serve(stdio())
                .await?
                .waiting()
                .await?;
            Ok(())
        }
        ["--http", address] => serve(address).await,
        _ => bail!("usage: admin --stdio | admin --http 127.0.0.1:PORT"),
    }
}

async fn serve(address: &str) -> anyhow::Result<()> {
    let tokens = tokens(&env::var("ADMIN_TOKENS").context("ADMIN_TOKENS is not set")?)?;
    let builder = Askback::builder().audience("askback admin example");
    let askback = match env::var("ADMIN_KEYS") {
        Ok(keys) => keys
            .split(',')
            .fold(builder, |builder, key| builder.key(key)),
        Err(_) => {
            eprintln!("ADMIN_KEYS is not set: what is under way ends with this process");
            builder.ephemeral_key()
        }
    };
    let origins = env::var("ADMIN_ORIGINS").unwrap_or_default();
    let origins = origins.split(',').filter(|origin| !origin.is_empty());
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(origins)
        .enforce_origin_validation();

    // Who sent a request is found once, by the guard.
    let guard = SessionGuard::new(move |parts| identify(parts, &tokens));
    let served = askback
        .build()?
        .wrap(Admin::default())
        .principal(|context| {
            let parts = context.extensions.get::<Parts>()?;
            parts
                .extensions
                .get::<Guarded>()
                .map(|guarded| guarded.principal().clone())
        });
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(served.clone()), Arc::default(), config);
    let router = axum::Router::new().route_service("/mcp", guard.layer(service));

    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}/mcp", listener.local_addr()?);
    let stop = async { tokio::signal::ctrl_c().await.unwrap_or(()) };
    axum::serve(listener, router)
        .with_graceful_shutdown(stop)
        .await?;
    Ok(())
}

/// Tokens are looked up by their hash: how long that takes says nothing of them.
type Tokens = HashMap<[u8; 32], Principal>;

fn tokens(list: &str) -> anyhow::Result<Tokens> {
    let tokens = list.split(',').map(|entry| {
        let (token, subject) = entry
            .split_once('=')
            .context("ADMIN_TOKENS holds an entry that is no token=subject")?;
        ensure!(!token.is_empty(), "ADMIN_TOKENS holds an empty token");
        Ok((
            Sha256::digest(token).into(),
            Principal::new("askback admin example", subject, "")?,
        ))
    });
    tokens.collect()
}

fn identify(parts: &Parts, tokens: &Tokens) -> anyhow::Result<Principal> {
    let header = parts
        .headers
        .get(http::header::AUTHORIZATION)
        .context("no token")?;
    let token = header
        .to_str()?
        .strip_prefix("Bearer ")
        .context("no bearer token")?;
    let digest: [u8; 32] = Sha256::digest(token).into();
    tokens.get(&digest).cloned().context("an unknown token")
}
