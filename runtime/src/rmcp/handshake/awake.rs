//! What keeps a session awake in which a question waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{PingRequest, ServerRequest};
use rmcp::service::{PeerRequestOptions, RequestHandle};
use rmcp::{Peer, RoleServer};

use crate::clock::Clock;
use crate::conversation::LegFailure;

/// How often a waiting session is kept awake.
const PING: Duration = Duration::from_secs(60);
/// How long a ping may take. It says nothing of the person: not to leave it open is all that this is for.
const PONG: Duration = Duration::from_secs(30);

/// The pings beside one question. They travel as it does, so that one that comes back shows that it may have arrived.
#[derive(Default)]
pub(super) struct Pings {
    sent: AtomicBool,
    answered: AtomicBool,
}

impl Pings {
    /// Pings until the connection is gone. A ping that fails ends nothing: a client may be busy with its person.
    pub(super) async fn keep_awake(&self, peer: &Peer<RoleServer>, clock: &dyn Clock) {
        let mut told = false;
        while !peer.is_transport_closed() {
            clock.sleep(PING).await;
            let Some(ping) = send(peer).await else {
                continue;
            };
            self.sent.store(true, Ordering::Relaxed);
            match ping.await_response().await {
                Ok(_) => self.answered.store(true, Ordering::Relaxed),
                Err(error) if !self.is_unheard() || told => {
                    tracing::debug!(%error, "a ping of a waiting session failed");
                }
                Err(error) => {
                    told = true;
                    tracing::warn!(
                        %error,
                        "the client answers no ping while a question waits: a proxy on the way may hold back event streams"
                    );
                }
            }
        }
    }

    /// Pings were sent, and none came back.
    fn is_unheard(&self) -> bool {
        self.sent.load(Ordering::Relaxed) && !self.answered.load(Ordering::Relaxed)
    }

    /// How the question failed whose time is over.
    pub(super) fn timeout(&self) -> LegFailure {
        match self.is_unheard() {
            true => LegFailure::Unheard,
            false => LegFailure::Timeout,
        }
    }
}

/// Pings once, and does not wait for what comes of it.
pub(super) async fn ping(peer: &Peer<RoleServer>) {
    send(peer).await;
}

async fn send(peer: &Peer<RoleServer>) -> Option<RequestHandle<RoleServer>> {
    let ping = ServerRequest::PingRequest(PingRequest::default());
    let options = PeerRequestOptions::with_timeout(PONG);
    let sent = peer.send_request_with_option(ping, options).await;
    sent.inspect_err(|error| tracing::debug!(%error, "a waiting session was not pinged"))
        .ok()
}
