//! One server process of the fleet: a destructive tool whose questions are kept in a ledger that all processes share.

use std::sync::Arc;

use anyhow::Context as _;
use askback::clock::SystemClock;
use askback::ledger::{Limits, RedisStore, SqliteStore};
use askback::{Ask, Askback, Confirmed, Form, Principal, Recovery, interactive};
use http::{header::AUTHORIZATION, request::Parts};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;

use crate::journal::{Deed, Event, Journal};
use crate::options::Serve;
use crate::places::{Gap, Mortal, Places};

/// The same in every process. A real fleet gets it from where it keeps its secrets.
const KEY: &[u8] = b"one key for all processes of a fleet";

#[derive(Deserialize, schemars::JsonSchema)]
struct DeleteRows {
    /// The caller's own name for this call.
    order: String,
    table: String,
}

#[derive(Form)]
struct Deletion {
    /// Why is this table being emptied?
    #[form(length = 3..=200)]
    reason: String,
}

struct Admin {
    journal: Journal,
    places: Places,
}

#[tool_router]
impl Admin {
    /// Delete every row of a table.
    #[interactive(once, recover = Self::deleted_already)]
    #[tool(annotations(destructive_hint = true))]
    async fn delete_rows(
        &self,
        Parameters(DeleteRows { order, table }): Parameters<DeleteRows>,
        #[step(self.count())] rows: u64,
        #[ask("Why does `{table}` go?")] details: Deletion,
        #[ask("Delete all {rows} rows of `{table}`? Reason: {}", details.reason)]
        confirmed: Confirmed,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let key = ask.idempotency_key("delete_rows");
        self.delete(order, key, details.reason, rows, confirmed)?;
        Ok(format!("{rows} rows of {table} deleted"))
    }

    /// What became of an order: for whoever was told that it ran already.
    #[tool(annotations(read_only_hint = true))]
    async fn look_up(
        &self,
        Parameters(DeleteRows { order, table }): Parameters<DeleteRows>,
    ) -> Result<String, String> {
        let events = self.journal.read().map_err(|error| error.to_string())?;
        let mut deeds = events.into_iter().filter_map(|event| match event {
            Event::Effect(deed) => Some(deed),
            _ => None,
        });
        match deeds.find(|deed| deed.order == order) {
            Some(deed) => Ok(format!("{} rows of {table} deleted", deed.rows)),
            None => Err(NOT_CARRIED_OUT.to_owned()),
        }
    }
}

/// What recovery says when there is nothing in the journal.
pub(crate) const NOT_CARRIED_OUT: &str =
    "this was answered, and not carried out: its process died before; order it again";

impl Admin {
    /// Another number each time: whoever computes it again is found out.
    fn count(&self) -> u64 {
        fastrand::u64(1..1_000_000)
    }

    /// The effect. Only a confirmation gets here.
    fn delete(
        &self,
        order: String,
        key: String,
        reason: String,
        rows: u64,
        _: Confirmed<'_>,
    ) -> Result<(), askback::Error> {
        self.places.pass(Gap::AcceptEffect);
        let pid = std::process::id();
        let deed = Deed {
            order,
            key,
            reason,
            rows,
            pid,
        };
        Ok(self.journal.add(&Event::Effect(deed))?)
    }

    /// For whoever comes again with the last answer: looks the outcome up, and never carries anything out.
    async fn deleted_already(&self, recovery: &Recovery<'_>) -> Result<String, askback::Error> {
        let DeleteRows { order, table } = recovery.arguments().ok_or("no such arguments")?;
        let details: Deletion = recovery.answer("details").ok_or("no such answer")?;
        let deed = Deed {
            order,
            key: recovery.idempotency_key("delete_rows"),
            reason: details.reason,
            rows: recovery.step("rows").ok_or("no such step")?,
            pid: std::process::id(),
        };
        let rows = deed.rows;
        let found = self.journal.find(&deed.key)?.is_some();
        self.journal.add(&Event::Recovered { deed, found })?;
        if !found {
            Err(NOT_CARRIED_OUT)?;
        }
        Ok(format!("{rows} rows of {table} had been deleted before"))
    }
}

#[tool_handler]
impl ServerHandler for Admin {}

/// Opens the ledger.
async fn ledger(store: &str, places: Places) -> anyhow::Result<askback::Builder> {
    let builder = Askback::builder().key(KEY).audience("fleet.example.com");
    Ok(match store.strip_prefix("sqlite:") {
        Some(file) => {
            let store = SqliteStore::open(file, Arc::new(SystemClock), Limits::default())?;
            builder.ledger(Mortal::new(store, places))
        }
        None => {
            // On the disk before anybody is told: not even a Redis that is killed forgets an answer.
            let options = RedisStore::options(store).written_through();
            let store = options.open().await.context("opening the ledger")?;
            builder.ledger(Mortal::new(store, places))
        }
    })
}

/// Serves until it is killed, or whoever started it is gone. Says where on standard output.
pub(crate) async fn serve(serve: Serve) -> anyhow::Result<()> {
    let journal = Journal::open(&serve.journal).context("the journal")?;
    let places = Places::new(serve.death, journal.clone());
    let askback = ledger(&serve.store, places.clone()).await?.build()?;
    let served = askback
        .wrap(Arc::new(Admin { journal, places }))
        .principal(|context| {
            // Here a token is its owner's name. The example `admin` has tokens worth the name.
            let header = context
                .extensions
                .get::<Parts>()?
                .headers
                .get(AUTHORIZATION)?;
            let name = header.to_str().ok()?.strip_prefix("Bearer ")?;
            Principal::new("https://id.example.com", name, "").ok()
        });
    let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
        move || Ok(served.clone()),
        Arc::default(),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().route_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    // Whoever started this process holds the other end.
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(0);
    });
    axum::serve(listener, router).await?;
    Ok(())
}
