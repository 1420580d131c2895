//! What is heard while a question waits.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{PingRequest, ServerRequest};
use rmcp::service::PeerRequestOptions;

use super::HandshakeChannel;
use crate::conversation::{KEEP_ALIVE, KeepAlive};

/// How often a waiting session is kept awake.
const PING: Duration = Duration::from_secs(60);
/// How long a ping may take. It says nothing about the question: not to leave it open is all that this is for.
pub(super) const PONG: Duration = Duration::from_secs(30);

/// What the client is told while it waits for an answer of the person's.
pub(super) const PERSON: &str = "Waiting for the person to answer";
/// What it is told while it waits for anything else.
pub(super) const CLIENT: &str = "Waiting for the client to answer";

/// What became of the pings beside one question. They travel as it does: one that comes back shows that it may have arrived.
#[derive(Default)]
pub(super) struct Pings {
    sent: AtomicBool,
    answered: AtomicBool,
}

impl Pings {
    /// Pings were sent, and none came back.
    pub(super) fn are_unheard(&self) -> bool {
        self.sent.load(Ordering::Relaxed) && !self.answered.load(Ordering::Relaxed)
    }
}

impl HandshakeChannel {
    /// Pings until the connection is gone. A ping that fails is no news of the person, and ends nothing: a client may be busy
    /// with asking.
    pub(super) async fn keep_awake(&self, pings: &Pings) {
        let mut told = false;
        while !self.peer.is_transport_closed() {
            self.clock.sleep(PING).await;
            let ping = ServerRequest::PingRequest(PingRequest::default());
            let options = PeerRequestOptions::with_timeout(PONG);
            let Ok(ping) = self.peer.send_request_with_option(ping, options).await else {
                continue;
            };
            pings.sent.store(true, Ordering::Relaxed);
            match ping.await_response().await {
                Ok(_) => pings.answered.store(true, Ordering::Relaxed),
                Err(error) if pings.are_unheard() && !told => {
                    told = true;
                    tracing::warn!(
                        %error,
                        "a client in whose session a question waits answers no ping: a proxy on the way may hold back event \
                         streams"
                    );
                }
                Err(error) => {
                    tracing::debug!(%error, "a session in which a question waits did not answer a ping");
                }
            }
        }
    }

    /// Tells the client, as long as its call waits, that it does: a timeout that progress starts anew does not run out.
    pub(super) async fn keep_alive(&self, waits_for: &'static str) -> Infallible {
        let Some(reporting) = &self.reporting else {
            return std::future::pending().await;
        };
        loop {
            self.clock.sleep(Duration::from_millis(KEEP_ALIVE)).await;
            reporting.tell(waits_for);
        }
    }
}
