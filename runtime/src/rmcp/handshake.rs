//! The handshake era: a question goes out while its call waits.
//!
//! `elicitation/create`, `sampling/createMessage` and `roots/list` are requests of the server there (MCP 2025-11-25 and
//! before). rmcp keeps such a request open when its future is dropped, lets a call run on that was cancelled, and ends a
//! session of Streamable HTTP after 300 s without traffic: what withdraws, ends and pings is here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::model::{
    CancelledNotificationParam, ClientResult, CustomRequest, ElicitRequest, ElicitRequestParams,
    InitializeRequestParams, InputRequest, PingRequest, ProtocolVersion, RequestId, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use rmcp::{Peer, RoleServer, ServiceError};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::legacy::{Downgraded, downgrade};
use super::progress::Reporting;
use super::wire;
use crate::clock::{Clock, Sleep};
use crate::conversation::{BackChannel, Content, Delivered, Leg, LegFailure, Ping, fits_answer};
use crate::seal::Principal;
use awake::{CLIENT, PERSON, PONG, Pings};
pub(super) use session::Session;
use waiting::Waiting;

mod awake;
mod own;
mod session;
mod waiting;

/// How long one question waits.
const LEG: Duration = Duration::from_secs(600);
/// How long the questions of one call wait in all.
const LEGS: Duration = Duration::from_secs(1_800);
const TIMEOUT: LegFailure = LegFailure::Timeout {
    seconds: LEG.as_secs(),
};
const UNHEARD: LegFailure = LegFailure::Unheard {
    seconds: LEG.as_secs(),
};
const TIME_IS_UP: LegFailure = LegFailure::TimeIsUp {
    seconds: LEGS.as_secs(),
};
/// The connection of a call of the handshake era.
pub(super) struct HandshakeChannel {
    peer: Peer<RoleServer>,
    cancelled: CancellationToken,
    /// `None`: there is no way back to the client.
    session: Option<Session>,
    /// Keeps the address that [`Session::Peer`] goes by from being used again.
    _peer_info: Option<Arc<InitializeRequestParams>>,
    knows: Knows,
    waiting: Arc<Waiting<Session, Principal>>,
    /// Whose questions wait. `None`: they cannot be told from those of others.
    principal: Option<Principal>,
    waited: Waited,
    /// Where the client is told that its call waits, if it wants to be told.
    reporting: Option<Reporting>,
    clock: Arc<dyn Clock>,
}

/// Milliseconds for which the questions of one call have waited, whoever asked them.
pub(super) type Waited = Arc<AtomicU64>;

/// What the negotiated revision has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knows {
    /// 2025-11-25: URL mode, titled choices, lists.
    Everything,
    /// 2025-06-18: the first forms.
    FirstForms,
}

/// A question as it goes out.
struct Outgoing {
    request: ServerRequest,
    /// How the answer gets back into the shape of the form.
    downgraded: Option<Downgraded>,
}

impl HandshakeChannel {
    pub(super) fn new(
        context: &RequestContext<RoleServer>,
        clock: Arc<dyn Clock>,
        waited: Waited,
        reporting: Option<Reporting>,
        principal: Option<Principal>,
    ) -> Self {
        let knows = match context.protocol_version() {
            Some(version) if version >= ProtocolVersion::V_2025_11_25 => Knows::Everything,
            _ => Knows::FirstForms,
        };
        Self {
            peer: context.peer.clone(),
            cancelled: context.ct.clone(),
            session: Session::of(context),
            _peer_info: context.peer.peer_info(),
            knows,
            waiting: waiting::of_process(),
            principal: principal.filter(|it| !it.is_local() && !it.is_anonymous()),
            waited,
            reporting,
            clock,
        }
    }

    async fn put(&self, question: &Delivered) -> Result<Value, LegFailure> {
        if self.session.is_none() {
            return Err(LegFailure::NoBackChannel);
        }
        self.send(self.outgoing(question)?).await
    }

    async fn send(&self, outgoing: Outgoing) -> Result<Value, LegFailure> {
        let session = self.session.as_ref().ok_or(LegFailure::NoBackChannel)?;
        let place = self.waiting.enter(session, self.principal.as_ref());
        let place = place.ok_or(LegFailure::Crowded)?;
        let waited = Duration::from_millis(self.waited.load(Ordering::Relaxed));
        let left = LEGS.saturating_sub(waited);
        if left.is_zero() {
            return Err(TIME_IS_UP);
        }
        let (limit, since) = (LEG.min(left), self.clock.now());
        let limited = self.clock.sleep(limit);
        let response = match self.exchange(outgoing.request, limited).await {
            Err(TIMEOUT | UNHEARD) if limit < LEG => Err(TIME_IS_UP),
            response => response,
        };
        drop(place);
        // By how much the time of day has moved says nothing about a leg that took all its time.
        let waited = match response {
            Err(TIMEOUT | UNHEARD | TIME_IS_UP) => {
                u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)
            }
            _ => self.clock.now().saturating_sub(since),
        };
        self.waited.fetch_add(waited, Ordering::Relaxed);
        let mut answer = raw(&response?)?;
        if let Some(downgraded) = &outgoing.downgraded
            && let Some(content) = answer.get_mut("content")
        {
            *content = downgraded.fold(content.take());
        }
        Ok(answer)
    }

    /// Sends a request and waits for its response, until `limit` is over. Whatever ends the wait withdraws the request.
    ///
    /// The request is sent by the task that serves the call, never by a spawned one: rmcp tells by the task which call
    /// it belongs to, and on which stream it goes out.
    async fn exchange(
        &self,
        request: ServerRequest,
        mut limit: Sleep,
    ) -> Result<ClientResult, LegFailure> {
        let waits_for = match request {
            ServerRequest::CreateMessageRequest(_) | ServerRequest::ListRootsRequest(_) => CLIENT,
            _ => PERSON,
        };
        let options = PeerRequestOptions::no_options();
        let sent = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return Err(LegFailure::Closed),
            sent = self.peer.send_request_with_option(request, options) => sent,
            () = &mut limit => return Err(TIMEOUT),
        };
        let handle = sent.map_err(|error| failure(&error))?;
        let mut open = Open {
            peer: &self.peer,
            id: Some(handle.id.clone()),
        };
        let mut response = handle.rx;
        let pings = Pings::default();
        let response = tokio::select! {
            // An answer that comes together with the cancellation is none.
            biased;
            () = self.cancelled.cancelled() => return Err(LegFailure::Closed),
            response = &mut response => response,
            () = &mut limit => return Err(if pings.are_unheard() { UNHEARD } else { TIMEOUT }),
            () = self.keep_awake(&pings) => return Err(LegFailure::Closed),
            never = self.keep_alive(waits_for) => match never {},
        };
        open.id = None;
        match response {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(LegFailure::Closed),
        }
    }

    fn outgoing(&self, question: &Delivered) -> Result<Outgoing, LegFailure> {
        let unsendable = |error: wire::Unsendable| {
            tracing::error!(key = %question.key, %error, "a question cannot be sent");
            LegFailure::Unsendable
        };
        let (request, downgraded) = match &question.content {
            Content::Form(schema) if self.knows == Knows::Everything => {
                let params = wire::form_params(&question.message, schema).map_err(unsendable)?;
                (elicitation(params), None)
            }
            Content::Form(schema) => {
                let downgraded = downgrade(schema)
                    .ok_or(wire::Unsendable::TooManyFields)
                    .map_err(unsendable)?;
                let params =
                    wire::form_params(&question.message, &downgraded.schema).map_err(unsendable)?;
                (modeless(&params)?, Some(downgraded))
            }
            Content::Url(_) if self.knows == Knows::FirstForms => {
                return Err(unsendable(wire::Unsendable::Url));
            }
            Content::Url(url) => {
                let id = self.elicitation_id()?;
                (
                    elicitation(wire::url_params(&question.message, url, id)),
                    None,
                )
            }
            Content::Input(request) => {
                let request = wire::foreign_request(request).map_err(unsendable)?;
                (server_request(request).ok_or(LegFailure::Unsendable)?, None)
            }
        };
        Ok(Outgoing {
            request,
            downgraded,
        })
    }

    /// 128 random bits, so that a completion notification names this question and no other.
    fn elicitation_id(&self) -> Result<String, LegFailure> {
        let mut bytes = [0; 16];
        self.clock.fill(&mut bytes).map_err(|error| {
            tracing::error!(%error, "a URL question was not asked");
            LegFailure::Unsendable
        })?;
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl BackChannel for HandshakeChannel {
    fn ask<'a>(&'a self, question: &'a Delivered) -> Leg<'a> {
        Box::pin(self.put(question))
    }

    fn ping(&self) -> Ping<'_> {
        Box::pin(async {
            let ping = ServerRequest::PingRequest(PingRequest::default());
            let options = PeerRequestOptions::with_timeout(PONG);
            if let Err(error) = self.peer.send_request_with_option(ping, options).await {
                tracing::debug!(%error, "a session in which a visit waits could not be pinged");
            }
        })
    }
}

/// A request that the client has; dropped with its id, it is withdrawn.
struct Open<'a> {
    peer: &'a Peer<RoleServer>,
    id: Option<RequestId>,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        // A notification belongs to no call, so that it may be sent from another task.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let reason = Some("the question is withdrawn".to_owned());
            let withdrawn = CancelledNotificationParam::new(Some(id), reason);
            if let Err(error) = peer.notify_cancelled(withdrawn).await {
                tracing::debug!(%error, "a question could not be withdrawn");
            }
        });
    }
}

fn elicitation(params: ElicitRequestParams) -> ServerRequest {
    ServerRequest::ElicitRequest(ElicitRequest::new(params))
}

/// A form as it was before there were modes.
fn modeless(params: &ElicitRequestParams) -> Result<ServerRequest, LegFailure> {
    let mut params = serde_json::to_value(params).map_err(|_| LegFailure::Unsendable)?;
    if let Value::Object(params) = &mut params {
        params.shift_remove("mode");
    }
    let request = CustomRequest::new("elicitation/create", Some(params));
    Ok(ServerRequest::CustomRequest(request))
}

/// `None`: a kind of request that this rmcp knows and this code does not.
fn server_request(request: InputRequest) -> Option<ServerRequest> {
    match request {
        InputRequest::Elicitation(request) => Some(ServerRequest::ElicitRequest(request)),
        InputRequest::CreateMessage(request) => Some(ServerRequest::CreateMessageRequest(request)),
        InputRequest::ListRoots(request) => Some(ServerRequest::ListRootsRequest(request)),
        _ => None,
    }
}

/// The response as JSON, which is how the conversation reads it, whatever rmcp made of it.
fn raw(response: &ClientResult) -> Result<Value, LegFailure> {
    let answer = serde_json::to_value(response).map_err(|_| LegFailure::Refused)?;
    if fits_answer(&answer) {
        Ok(answer)
    } else {
        Err(LegFailure::TooLarge)
    }
}

fn failure(error: &ServiceError) -> LegFailure {
    match error {
        ServiceError::McpError(error) => {
            tracing::debug!(
                code = error.code.0,
                "the client answered a question with an error"
            );
            LegFailure::Refused
        }
        ServiceError::UnexpectedResponse => LegFailure::Refused,
        ServiceError::Timeout { .. } => TIMEOUT,
        _ => LegFailure::Closed,
    }
}
