//! Whether there is a way back to the client, and what its session goes by.

use std::sync::Arc;

use http::HeaderValue;
use http::request::Parts;
use rmcp::RoleServer;
use rmcp::model::{ClientCapabilities, Implementation};
use rmcp::service::RequestContext;

const SESSION_ID: &str = "mcp-session-id";

/// Whose place a waiting question takes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::rmcp) enum Session {
    Http(HeaderValue),
    /// A connection that is not shared, by the address of what it said in `initialize`.
    Peer(usize),
}

impl Session {
    /// `None`: HTTP without a session. rmcp takes no answers there, whatever it answers with, JSON or a stream.
    pub(in crate::rmcp) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        match context.extensions.get::<Parts>() {
            Some(_) if is_made_up(context) => None,
            Some(parts) => parts.headers.get(SESSION_ID).cloned().map(Self::Http),
            None => {
                let peer_info = context.peer.peer_info();
                let address = peer_info.map(|info| Arc::as_ptr(&info).addr());
                Some(Self::Peer(address.unwrap_or_default()))
            }
        }
    }
}

/// Whether the id of a session, if the request has one, is none: a server without sessions does not look at it, and has no
/// `initialize` to remember but makes one up. A client of this era declares nothing with a request; one that does, beside that,
/// is asked on a stream to which no answer belongs.
fn is_made_up(context: &RequestContext<RoleServer>) -> bool {
    context.meta.client_capabilities().is_some()
        && context.peer.peer_info().is_none_or(|info| {
            info.capabilities == ClientCapabilities::default()
                && info.client_info == Implementation::default()
        })
}
