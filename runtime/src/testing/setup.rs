//! Who calls, by which revision, and how the server is reached.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::DuplexStream;

use super::Era;
use super::line::Line;
use super::time::Time;
use crate::conversation::Watch;
use crate::question::Modes;
use crate::seal::Principal;

/// Serves the other end of a stream, whose caller is this principal.
pub(super) type Serve = dyn Fn(Principal, DuplexStream) + Send + Sync;

/// What all calls of one person share.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) serve: Arc<Serve>,
    pub(super) era: Era,
    pub(super) modes: Modes,
    pub(super) principal: Principal,
    pub(super) time: Time,
    pub(super) watch: Arc<Watch>,
}

impl Setup {
    /// For the head of an exchange.
    pub(super) fn who(&self) -> String {
        let who = match (self.principal.subject(), self.principal.is_local()) {
            (Some(subject), _) => subject,
            (None, true) => "the local user",
            (None, false) => "anonymous",
        };
        format!("{}, {who}", self.era)
    }

    /// A connection of its own.
    pub(super) fn connect(&self) -> Line {
        Line::open(|stream| (self.serve)(self.principal.clone(), stream))
    }

    /// The metadata of a request; every call wants to hear of its progress.
    pub(super) fn meta(&self, progress: &str) -> Value {
        let mut meta = json!({ "progressToken": progress });
        if self.era == Era::Modern {
            for (name, value) in [
                ("protocolVersion", json!(self.era.revision())),
                ("clientInfo", client_info()),
                ("clientCapabilities", self.era.capabilities(self.modes)),
            ] {
                meta[format!("io.modelcontextprotocol/{name}")] = value;
            }
        }
        meta
    }

    /// The parameters of `initialize`.
    pub(super) fn introduction(&self) -> Value {
        json!({
            "protocolVersion": self.era.revision(),
            "capabilities": self.era.capabilities(self.modes),
            "clientInfo": client_info(),
        })
    }
}

fn client_info() -> Value {
    json!({ "name": "askback test kit", "version": env!("CARGO_PKG_VERSION") })
}
