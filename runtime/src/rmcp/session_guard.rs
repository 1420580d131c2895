//! Whose session it is.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::BoxFuture;
use http::header::{HeaderMap, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use tower_layer::Layer;
use tower_service::Service;

use crate::clock::{Clock, SystemClock};
use crate::seal::Principal;

mod pins;

use pins::{Owner, Pins};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// From this protocol revision on there are no sessions.
const SESSIONLESS: &[u8] = b"2026-07-28";

type Identify = dyn Fn(&Parts) -> Option<Principal> + Send + Sync;

/// A tower layer that lets only its owner use a session of Streamable HTTP.
///
/// rmcp routes what is posted into a session by `mcp-session-id` alone: whoever knows the id could answer a question that
/// somebody else was asked. This layer remembers for which [`Principal`] a session was made, when the response to
/// `initialize` carries its id out, and answers every later request for that session by anybody else with 404, be it a
/// POST (responses to the server's own requests included), a GET or a DELETE. To the others the session does not exist.
///
/// * Requests without a session id pass: of the modern era, which has no sessions, and `initialize`.
/// * A request of the modern era with the id of a session that is not known here passes without that header.
/// * A caller who cannot be identified gets 401, one who sends two session ids 400.
/// * Every request that passes carries [`Guarded`] in its extensions.
///
/// **What it remembers** is bounded: 65,536 sessions, each until its owner ends it by DELETE or has not used it for an
/// hour (twice as long as a call's questions may wait in all). When it is full the session unused for longest is
/// forgotten. A forgotten session is nobody's: it is answered with 404, upon which a client starts a new one
/// (MCP 2025-11-25, Streamable HTTP, Session Management). The same goes for sessions that another instance made, or
/// that a session store brought back: route by session id, so that an instance sees what it made.
///
/// Put it around rmcp's `StreamableHttpService` itself, or as `.layer(…)` on the axum router that serves it; inside of
/// what answers CORS preflights and what authenticates, since it has to see who calls.
///
/// ```
/// use askback::Principal;
/// use askback::rmcp::SessionGuard;
/// use tower_layer::Layer;
///
/// # #[derive(Clone)] struct StreamableHttpService;
/// # let mcp = StreamableHttpService;
/// let guard = SessionGuard::new(|parts: &http::request::Parts| {
///     let subject = parts.extensions.get::<String>().ok_or("not authenticated")?;
///     Principal::new("https://id.example.com", subject, "").map_err(|_| "not a principal")
/// });
/// let guarded = guard.layer(mcp);
/// # let _ = guarded;
/// ```
#[derive(Clone)]
pub struct SessionGuard {
    identify: Arc<Identify>,
    challenge: HeaderValue,
    pins: Arc<Pins>,
}

impl SessionGuard {
    /// How long a session is remembered without being used, unless [`with_idle`](Self::with_idle) says otherwise.
    pub const IDLE: Duration = Duration::from_secs(3_600);
    /// How many sessions are remembered at most.
    pub const LIMIT: usize = 65_536;

    /// `identify` says who sent a request, from what the transport authenticated: the same function that `principal(…)` of
    /// the server is given. An error refuses the request with 401; its text goes nowhere.
    pub fn new<E>(
        identify: impl Fn(&Parts) -> Result<Principal, E> + Send + Sync + 'static,
    ) -> Self {
        Self {
            identify: Arc::new(move |parts| identify(parts).ok()),
            challenge: HeaderValue::from_static("Bearer"),
            pins: Arc::new(Pins::new(Arc::new(SystemClock), Self::IDLE, Self::LIMIT)),
        }
    }

    /// What a 401 says in `WWW-Authenticate` (RFC 9110, section 11.6.1); `Bearer` if this is not called.
    #[must_use]
    pub fn with_challenge(mut self, challenge: HeaderValue) -> Self {
        self.challenge = challenge;
        self
    }

    /// How long a session is remembered without being used, at least as long as a person may take to answer. To be called
    /// before serving: what was remembered so far is forgotten.
    #[must_use]
    pub fn with_idle(mut self, idle: Duration) -> Self {
        self.pins = Arc::new(self.pins.with_idle(idle));
        self
    }

    /// By which clock. To be called before serving: what was remembered so far is forgotten.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.pins = Arc::new(self.pins.with_clock(clock));
        self
    }
}

impl fmt::Debug for SessionGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionGuard").finish_non_exhaustive()
    }
}

impl<S> Layer<S> for SessionGuard {
    type Service = GuardedService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GuardedService {
            inner,
            guard: self.clone(),
        }
    }
}

/// In the extensions of a request: a [`SessionGuard`] has checked it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarded {
    principal: Principal,
}

impl Guarded {
    /// Who sent it.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }
}

/// A service behind a [`SessionGuard`].
#[derive(Debug, Clone)]
pub struct GuardedService<S> {
    inner: S,
    guard: SessionGuard,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for GuardedService<S>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    ResponseBody: Default + Send + 'static,
{
    type Response = Response<ResponseBody>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let (mut parts, body) = request.into_parts();
        let passage = match self.guard.admit(&mut parts) {
            Ok(passage) => passage,
            Err(refusal) => {
                let response = refusal.response(&self.guard.challenge);
                return Box::pin(async move { Ok(response) });
            }
        };
        parts.extensions.insert(Guarded {
            principal: passage.principal.clone(),
        });
        let pins = Arc::clone(&self.guard.pins);
        let answer = self.inner.call(Request::from_parts(parts, body));
        Box::pin(async move {
            let response = answer.await?;
            if passage.settle(&pins, &response) {
                return Ok(response);
            }
            tracing::error!(
                "a response carried the session of another principal; it was held back"
            );
            Ok(empty(StatusCode::NOT_FOUND))
        })
    }
}

impl SessionGuard {
    fn admit(&self, parts: &mut Parts) -> Result<Passage, Refusal> {
        let principal = (self.identify)(parts).ok_or(Refusal::Unidentified)?;
        let mut session = sole_session(&parts.headers)?;
        if let Some(id) = &session {
            match self.pins.owner(id, &principal) {
                Owner::Caller => {}
                Owner::Other => {
                    tracing::warn!("refused a request for the session of another principal");
                    return Err(Refusal::NotFound);
                }
                // The era without sessions ignores the header; so that nothing behind this layer can see it otherwise,
                // it is taken away.
                Owner::Nobody if is_sessionless(&parts.headers) => {
                    parts.headers.remove(&SESSION);
                    session = None;
                }
                Owner::Nobody => return Err(Refusal::NotFound),
            }
        }
        let ends = session.is_some() && parts.method == Method::DELETE;
        Ok(Passage {
            principal,
            session,
            ends,
        })
    }
}

/// A request on its way.
struct Passage {
    principal: Principal,
    session: Option<HeaderValue>,
    ends: bool,
}

impl Passage {
    /// Remembers the session that `response` makes, forgets the one that it ends. `false` when the response carries the
    /// session of somebody else: that never becomes this caller's.
    fn settle<B>(&self, pins: &Pins, response: &Response<B>) -> bool {
        match &self.session {
            Some(id) if self.ends && response.status().is_success() => {
                pins.forget(id);
                true
            }
            _ => {
                let mut ids = response.headers().get_all(&SESSION).iter();
                ids.all(|id| pins.pin(id, &self.principal))
            }
        }
    }
}

enum Refusal {
    Unidentified,
    Ambiguous,
    NotFound,
}

impl Refusal {
    fn response<B: Default>(&self, challenge: &HeaderValue) -> Response<B> {
        match self {
            Self::Unidentified => {
                let mut response = empty(StatusCode::UNAUTHORIZED);
                response
                    .headers_mut()
                    .insert(WWW_AUTHENTICATE, challenge.clone());
                response
            }
            Self::Ambiguous => empty(StatusCode::BAD_REQUEST),
            Self::NotFound => empty(StatusCode::NOT_FOUND),
        }
    }
}

fn empty<B: Default>(status: StatusCode) -> Response<B> {
    let mut response = Response::new(B::default());
    *response.status_mut() = status;
    response
}

/// Of two ids, this layer and what it guards might each take another.
fn sole_session(headers: &HeaderMap) -> Result<Option<HeaderValue>, Refusal> {
    let mut ids = headers.get_all(&SESSION).iter();
    match (ids.next(), ids.next()) {
        (id, None) => Ok(id.cloned()),
        _ => Err(Refusal::Ambiguous),
    }
}

fn is_sessionless(headers: &HeaderMap) -> bool {
    // Revisions are dates, and sort as text.
    headers
        .get(&VERSION)
        .is_some_and(|version| version.as_bytes() >= SESSIONLESS)
}
