//! What is heard while a question waits.

use std::convert::Infallible;
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

impl HandshakeChannel {
    /// Pings until the connection is gone. A ping that fails is no news of the person.
    pub(super) async fn keep_awake(&self) {
        while !self.peer.is_transport_closed() {
            self.clock.sleep(PING).await;
            let ping = ServerRequest::PingRequest(PingRequest::default());
            let options = PeerRequestOptions::with_timeout(PONG);
            if let Ok(ping) = self.peer.send_request_with_option(ping, options).await
                && let Err(error) = ping.await_response().await
            {
                tracing::debug!(%error, "a session in which a question waits did not answer a ping");
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
