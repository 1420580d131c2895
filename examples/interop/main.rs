//! The server that real clients are tried against: each thing that a handler can ask for, once.
//!
//! ```sh
//! cargo run --example interop -- --stdio
//! cargo run --example interop -- --http 127.0.0.1:0
//! ```
//!
//! It prints where it listens. Further options of `--http`:
//!
//! | option | |
//! | --- | --- |
//! | `--json` | answers with JSON where it can, not with a stream of events; of requests without a session |
//! | `--no-sessions` | clients of the handshake era get no session, and so cannot be asked |
//!
//! And of both:
//!
//! | option | |
//! | --- | --- |
//! | `--continuation sealed\|memory\|redis://…` | where conversations are kept; `sealed` if unset |
//! | `--effects FILE` | counts effects in this file, which several processes may share; a file of its own if unset |
//! | `INTEROP_KEY` (a variable) | the key that seals, 32 bytes in base64, the same for all processes that stand for one; one that dies with the process if unset |
//!
//! It is for tests: over HTTP a bearer token is its owner's name, so that everybody can be anybody. See `admin.rs` for a server
//! that knows its callers.

mod effects;
mod fields;
mod gates;
mod options;
mod questions;
mod server;
#[cfg(test)]
mod tests;
mod visits;

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use askback::rmcp::{Guarded, Served, SessionGuard};
use askback::{Askback, Principal};
use axum::Router;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{header::AUTHORIZATION, request::Parts};
use rmcp::ServiceExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tower_layer::Layer as _;

use crate::effects::Effects;
use crate::options::{Options, Transport, USAGE};
use crate::server::Interop;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .with_writer(std::io::stderr)
        .init();
    let options = Options::read(std::env::args_os().skip(1)).context(USAGE)?;
    let askback = askback(&options).await?;
    let effects = Effects::open(options.effects.as_deref()).context("the file of effects")?;
    let served = askback.wrap(Interop::new(askback.clone(), effects));
    match options.transport {
        Transport::Stdio => {
            let running = served.serve(rmcp::transport::stdio()).await?;
            running.waiting().await?;
            Ok(())
        }
        Transport::Http(address) => {
            let mut config = StreamableHttpServerConfig::default();
            config.json_response = options.json;
            config.legacy_session_mode = options.sessions;
            http(address, served, config).await
        }
    }
}

async fn askback(options: &Options) -> anyhow::Result<Askback> {
    let builder = match std::env::var("INTEROP_KEY") {
        Ok(key) => {
            // Without its cause, which would quote the key.
            let key = BASE64_STANDARD.decode(key).ok();
            let key = key.context("INTEROP_KEY is not base64")?;
            Askback::builder().key(key).audience("interop")
        }
        Err(_) => Askback::builder().ephemeral_key(),
    };
    let builder = options.continuation.clone().keep(builder).await;
    builder
        .context("--continuation")?
        .build()
        .context("INTEROP_KEY")
}

/// Whose name is the bearer token. The example `admin` has tokens worth the name.
fn who(parts: &Parts) -> Option<Principal> {
    let header = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, name) = header.split_once(' ')?;
    let principal = Principal::new("https://id.example.com", name.trim(), "").ok();
    principal.filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

async fn http(
    address: SocketAddr,
    served: Served<Interop>,
    config: StreamableHttpServerConfig,
) -> anyhow::Result<()> {
    let served = served.principal(|context| {
        let guarded = context.extensions.get::<Parts>()?.extensions.get();
        guarded.map(|guarded: &Guarded| guarded.principal().clone())
    });
    let service: StreamableHttpService<_, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(served.clone()), Arc::default(), config);
    let guard = SessionGuard::new(|parts: &Parts| who(parts).ok_or("no bearer token"));
    let router = Router::new().route_service("/mcp", guard.layer(service));
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}
