//! `delete_rows` for real use: many people over HTTP, or one on standard input and output.
//!
//! ```sh
//! cargo run --example admin -- --stdio
//! TOKEN=$(openssl rand -hex 32)
//! ADMIN_TOKENS="https://id.example.com|ada|desktop|$TOKEN" \
//! ADMIN_KEYS="$(openssl rand -base64 32)" ADMIN_AUDIENCE=admin.example.com \
//!     cargo run --example admin -- --http 127.0.0.1:8080
//! ```
//!
//! It prints where it listens; the path is `/mcp`.
//!
//! | variable | for `--http` |
//! | --- | --- |
//! | `ADMIN_TOKENS` | who may call: `issuer\|subject\|client\|token`, comma separated. Issuer and client may be empty; a token has 32 characters or more |
//! | `ADMIN_KEYS` | the keys that seal, each in base64 (`openssl rand -base64 32`), comma separated; the first seals. Without them one is made that dies with the process |
//! | `ADMIN_AUDIENCE` | what this deployment is called, the same on all its instances; goes with the keys |
//! | `ADMIN_ORIGINS` | the web pages that may call, `https://app.example.com:443`, comma separated; none if unset |
//! | `ADMIN_HOSTS` | the names it is reached by, comma separated; the loopback ones if unset |

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use askback::rmcp::{Guarded, SessionGuard};
use askback::{Askback, Choice, Confirmed, Form, Principal, interactive};
use askback_examples::Db;
use axum::Router;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{header, request::Parts};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tower_layer::Layer as _;

#[derive(Deserialize, schemars::JsonSchema)]
struct Table {
    /// One of `list_tables`.
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

#[derive(Clone)]
struct Admin {
    db: Db,
}

#[tool_router]
impl Admin {
    /// The names of all tables.
    #[tool(annotations(read_only_hint = true))]
    async fn list_tables(&self) -> String {
        self.db.tables().join("\n")
    }

    /// How many rows a table has.
    #[tool(annotations(read_only_hint = true))]
    async fn count_rows(
        &self,
        Parameters(Table { table }): Parameters<Table>,
    ) -> Result<String, String> {
        let rows = self.db.count(&table).await;
        rows.map(|rows| rows.to_string()).map_err(|e| e.to_string())
    }

    /// Delete every row of a table.
    #[interactive(guidance = "a database administrator can empty the table")]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        user: Principal,
        Parameters(Table { table }): Parameters<Table>,
        #[step(self.db.count(&table).await?)] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        let by = user.subject().unwrap_or("the local user");
        let details = json!({ "by": by, "details": details });
        self.db.truncate(&table, details, confirmed).await?;
        Ok(format!("{rows} rows deleted for {by}"))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}

/// What the environment says, read once.
struct Settings {
    askback: Askback,
    people: People,
    http: StreamableHttpServerConfig,
}

impl Settings {
    fn read(variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let list = |name| {
            let value = variable(name).unwrap_or_default();
            let items = value.split(',').map(str::trim).filter(|i| !i.is_empty());
            items.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut askback = Askback::builder();
        let keys = list("ADMIN_KEYS");
        if keys.is_empty() {
            eprintln!(
                "warning: no ADMIN_KEYS: what is being asked ends with this process, and no other can take it over"
            );
            askback = askback.ephemeral_key();
        }
        for key in keys {
            // Without its cause, which would quote the key.
            let key = BASE64_STANDARD.decode(key).ok();
            askback = askback.key(key.context("a key in ADMIN_KEYS is not base64")?);
        }
        if let Some(audience) = variable("ADMIN_AUDIENCE") {
            askback = askback.audience(audience);
        }
        // Web pages may call only from where it is said; programs send no `Origin`.
        let mut http = StreamableHttpServerConfig::default()
            .with_allowed_origins(list("ADMIN_ORIGINS"))
            .enforce_origin_validation();
        let hosts = list("ADMIN_HOSTS");
        if !hosts.is_empty() {
            http = http.with_allowed_hosts(hosts);
        }
        Ok(Self {
            askback: askback.build().context("ADMIN_KEYS and ADMIN_AUDIENCE")?,
            people: People::read(list("ADMIN_TOKENS")).context("ADMIN_TOKENS")?,
            http,
        })
    }
}

/// Whose token it is. Tokens are kept and looked up as digests, so that how long that takes tells nothing about them.
#[derive(Clone)]
struct People(Arc<HashMap<[u8; 32], Principal>>);

impl People {
    fn read(entries: Vec<String>) -> anyhow::Result<Self> {
        let mut people = HashMap::new();
        for (number, entry) in entries.iter().enumerate() {
            // No entry is shown: there is a token in it.
            let wrong = || format!("entry {} is not `issuer|subject|client|token`", number + 1);
            let parts: Vec<&str> = entry.split('|').collect();
            let [issuer, subject, client, token] = parts[..] else {
                bail!(wrong());
            };
            ensure!(
                token.len() >= 32,
                "entry {}: a token has 32 characters or more; `openssl rand -hex 32` makes one",
                number + 1
            );
            let principal = Principal::new(issuer, subject, client).with_context(wrong)?;
            let twice = people.insert(Sha256::digest(token).into(), principal);
            ensure!(
                twice.is_none(),
                "entry {} has another entry's token",
                number + 1
            );
        }
        ensure!(
            !people.is_empty(),
            "nobody may call; say who does: `issuer|subject|client|token`"
        );
        Ok(Self(Arc::new(people)))
    }

    /// Whose token the request carries (RFC 6750, section 2.1).
    fn who(&self, parts: &Parts) -> Option<Principal> {
        let (scheme, token) = parts
            .headers
            .get(header::AUTHORIZATION)?
            .to_str()
            .ok()?
            .split_once(' ')?;
        let digest: [u8; 32] = Sha256::digest(token.trim()).into();
        let known = self.0.get(&digest).cloned();
        known.filter(|_| scheme.eq_ignore_ascii_case("bearer"))
    }
}

/// The server at `/mcp`, in both eras.
fn router(settings: Settings) -> Router {
    let admin = Admin { db: Db::default() };
    let served = settings.askback.wrap(admin).principal(|context| {
        // The guard has found out who calls.
        let guarded = context.extensions.get::<Parts>()?.extensions.get();
        guarded.map(|guarded: &Guarded| guarded.principal().clone())
    });
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(served.clone()), Arc::default(), settings.http);
    let people = settings.people;
    let guard = SessionGuard::new(move |parts: &Parts| people.who(parts).ok_or("an unknown token"));
    Router::new().route_service("/mcp", guard.layer(service))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // Above `debug`, where rmcp prints whole requests; standard output belongs to the protocol.
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .with_writer(std::io::stderr)
        .init();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--stdio"] => stdio().await,
        ["--http", address] => http(address.parse().context("the address after --http")?).await,
        _ => bail!("usage: admin --stdio | admin --http 127.0.0.1:8080"),
    }
}

async fn stdio() -> anyhow::Result<()> {
    let served = askback::wrap(Admin { db: Db::default() });
    let running = served.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}

async fn http(address: SocketAddr) -> anyhow::Result<()> {
    let settings = Settings::read(|name| std::env::var(name).ok())?;
    let ends = settings.http.cancellation_token.clone();
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, router(settings))
        .with_graceful_shutdown(async move {
            if let Err(error) = tokio::signal::ctrl_c().await {
                eprintln!("ctrl-c is not heard: {error}");
                std::future::pending::<()>().await;
            }
            // Ends what still waits for a person; a stream that stays open would keep the server.
            ends.cancel();
        })
        .await?;
    Ok(())
}
